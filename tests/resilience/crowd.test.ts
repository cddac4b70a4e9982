import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemberClient } from "../world/clients.ts";
import { createStudent } from "../world/members.ts";
import { type RunningServer, startServer } from "../world/server.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { DATABASE_POOL: "5" } });
});
afterAll(() => server?.stop());

test("one user whose requests take long never uses all connections to the database", async () => {
  const [attacker, student] = [await createStudent(server), await createStudent(server)];
  const lock = new pg.Client({ connectionString: server.databaseUrl });
  await lock.connect();
  await lock.query("begin");
  await lock.query("select from public.profiles where id = $1 for update", [attacker.id]);
  let ended = 0;
  const updates = Array.from({ length: 50 }, async () => {
    const client = createMemberClient(server, attacker.token);
    await client.from("profiles").update({ city: "Mysuru" }).eq("id", attacker.id);
    ended += 1;
  });
  const isWaiting = async () => {
    const { rows } = await lock.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and usename <> current_user`,
    );
    return rows.length;
  };
  await expect.poll(isWaiting, { timeout: 60_000, interval: 5 }).toBe(2);

  const { data } = await createMemberClient(server, student.token).from("plans").select("id").limit(1);
  expect(data).toEqual(expect.any(Array));
  // Not a single request of the attacker had to end before the student was served.
  expect(ended).toBe(0);
  await lock.end();
  await Promise.all(updates);
});
