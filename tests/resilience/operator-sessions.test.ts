import { afterAll, beforeAll, expect, test } from "vitest";
import { isSignedIn, refresh, signIn } from "../world/auth-calls.ts";
import { createStudent } from "../world/members.ts";
import { maarga } from "../world/operator.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const endSessions = (whose: string) =>
  maarga({ MAARGA_DATA: server.dataFolder, DATABASE_URL: server.databaseUrl }, ["sessions", "end", whose]);

test("the operator logs out one account, and then everybody, on record", async () => {
  const [student, other] = [await createStudent(server), await createStudent(server)];
  const session = await signIn(server, student.email);
  const otherSession = await signIn(server, other.email);

  expect(await endSessions(student.email)).toMatchObject({ exitCode: 0, stdout: "Ended 2 sessions.\n" });
  expect(await isSignedIn(server, session.access_token)).toBe(false);
  expect((await refresh(server, session.refresh_token)).status).toBe(400);
  expect(await isSignedIn(server, otherSession.access_token)).toBe(true);

  expect(await endSessions("everybody")).toMatchObject({ exitCode: 0 });
  expect(await isSignedIn(server, otherSession.access_token)).toBe(false);
  const commands = "select details from security_events where kind = 'operator command' order by id";
  expect(await queryAt(server.databaseUrl, commands)).toMatchObject([
    { details: { command: `sessions end ${student.email}` } },
    { details: { command: "sessions end everybody" } },
  ]);
  expect(
    await queryAt(
      server.databaseUrl,
      "select details from security_events where kind = 'session ended' and user_id = $1",
      [student.id],
    ),
  ).toEqual([{ details: { by: "operator", sessions: 2 } }]);
});

test("an address without an account is refused, and ends no session", async () => {
  const session = await signIn(server, (await createStudent(server)).email);
  expect(await endSessions("nobody@example.com")).toMatchObject({
    exitCode: 1,
    stderr: "no account with a confirmed address nobody@example.com\n",
  });
  expect(await isSignedIn(server, session.access_token)).toBe(true);
});
