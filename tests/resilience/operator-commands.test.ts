import { userInfo } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { maarga } from "../world/operator.ts";
import { createAccount } from "../world/people.ts";
import { startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

test("each command of the operator that changes or copies data is on record, even one that fails", async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const { id, email } = await createAccount(server);
  const env = { MAARGA_DATA: server.dataFolder, DATABASE_URL: server.databaseUrl };
  const backup = path.join(server.dataFolder, "backup.tar.gz");
  const run = (command: string, exitCode: number, input = "") =>
    expect(maarga(env, command.split(" "), input)).resolves.toMatchObject({ exitCode });

  await run(`admin grant ${email}`, 0);
  await run("admin list", 0);
  await run(`admin revoke ${email}`, 0);
  await run("admin grant nobody@example.org", 1);
  await run("super-admin-password", 0, "correct horse battery");
  await run(`backup ${backup}`, 0);
  await run(`backup ${backup}`, 1);

  const events = await queryAt<{ kind: string; user_id: string | null; details: Record<string, string> }>(
    server.databaseUrl,
    `select kind, user_id, details from security_events where kind = 'operator command' or user_id = '${id}' order by id`,
  );
  const command = (text: string) => ({
    kind: "operator command",
    user_id: null,
    details: { command: text, by: userInfo().username },
  });
  expect(events).toEqual([
    command(`admin grant ${email}`),
    { kind: "admin rights granted", user_id: id, details: { by: "operator" } },
    command(`admin revoke ${email}`),
    { kind: "admin rights revoked", user_id: id, details: {} },
    command("admin grant nobody@example.org"),
    command("super-admin-password"),
    command(`backup ${backup}`),
    command(`backup ${backup}`),
  ]);
});
