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
  await lock.query("lock table public.slots");
  try {
    let ended = 0;
    const requests = Array.from({ length: 50 }, async () => {
      await createMemberClient(server, attacker.token).from("slots").select("id");
      ended += 1;
    });
    const countWaiting = async () => {
      const { rows } = await lock.query(
        "select from pg_locks where relation = 'public.slots'::regclass and not granted",
      );
      return rows.length;
    };
    await expect.poll(countWaiting, { timeout: 60_000, interval: 5 }).toBe(2);

    const { data } = await createMemberClient(server, student.token).from("plans").select("id").limit(1);
    expect(data).toEqual(expect.any(Array));
    // The student did not wait for the attacker's requests, of which two end every two seconds.
    expect(ended).toBeLessThan(40);
    await lock.query("commit");
    await Promise.all(requests);
  } finally {
    await lock.end();
  }
});
