import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { callAuth, isSignedIn, refresh, signIn } from "../world/auth-calls.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { DOCUMENTS } from "../world/documents.ts";
import { pdf } from "../world/files.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createStudent, readSecrets } from "../world/members.ts";
import { maarga } from "../world/operator.ts";
import { createTwoStepMember, passSecondStep, signInWithFirstStep } from "../world/second-step.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { unsubscribeLink } from "../world/unsubscribe-link.ts";

const POLLING = { timeout: 60_000, interval: 100 };

/** Two servers of one database, each with a folder of its own, as on two machines. The tests rotate their keys in turn. */
let database: TestDatabase;
let folders: readonly [string, string];
let first: RunningServer;
let second: RunningServer;

beforeAll(async () => {
  database = await createDatabase();
  const makeFolder = () => mkdtemp(path.join(tmpdir(), "maarga-rotation-"));
  folders = [await makeFolder(), await makeFolder()];
  first = await startServer({ databaseUrl: database.url, dataFolder: folders[0] });
  await copySecrets();
  second = await startServer({
    databaseUrl: database.url,
    dataFolder: folders[1],
    env: { SITE_URL: first.url, ROLE: "web", FILES_URL: `file://${folders[0]}/files` },
  });
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await database.drop();
  for (const folder of folders) await rm(folder, { recursive: true });
});

const secretsFile = (folder: string) => path.join(folder, "secrets.json");

/** Does what the operator does after a rotation. */
async function copySecrets(): Promise<void> {
  await writeFile(secretsFile(folders[1]), await readFile(secretsFile(folders[0])), { mode: 0o600 });
}

async function rotate(name: string): Promise<void> {
  const rotated = await maarga({ MAARGA_DATA: folders[0], DATABASE_URL: database.url }, ["rotate", name]);
  expect(rotated).toMatchObject({ exitCode: 0, stderr: "" });
  expect(rotated.stdout).toMatch(
    /and is used from 20\d\d-.* copy secrets\.json to all of them before then\./,
  );
  await copySecrets();
  expect(
    await database.query(
      `select user_id, details from security_events
       where kind = 'operator command' and details ->> 'command' like '%' || $1`,
      [name],
    ),
  ).toEqual([{ user_id: null, details: { command: `rotate ${name}`, by: userInfo().username } }]);
}

interface StoredKey {
  readonly replacedAt?: string;
}

/** Changes the replaced keys in the files of both servers, as if time had passed. */
async function changeReplacedKeys(replacedAt: Date | "dropped"): Promise<void> {
  const secrets = await readSecrets(first);
  for (const list of ["signingKeys", "replacedInternalKeys"])
    secrets[list] = secrets[list]
      .filter((key: StoredKey) => replacedAt !== "dropped" || !key.replacedAt)
      .map((key: StoredKey) => (key.replacedAt ? { ...key, replacedAt } : key));
  await writeFile(secretsFile(folders[0]), JSON.stringify(secrets));
  await copySecrets();
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
const kidOf = (token: string) => decodeProtectedHeader(token).kid;

/** Waits until both servers publish these signing keys. */
async function untilKeysAre(kids: string[]): Promise<void> {
  for (const server of [first, second])
    await vi.waitFor(async () => {
      const { body } = await callAuth(server, "/.well-known/jwks.json");
      expect(body.keys.map(({ kid }: { kid: string }) => kid)).toEqual(kids);
    }, POLLING);
}

test("a rotated signing key signs nobody out: two servers verify both keys, and drop the old one later", async () => {
  const { email } = await createStudent(first);
  const before = await signIn(first, email);
  const old = kidOf(before.access_token) as string;
  await rotate("signing-key");
  const [{ kid: fresh }] = (await readSecrets(first)).signingKeys;
  expect(fresh).not.toBe(old);
  await untilKeysAre([fresh, old]);
  // Until every server has the new key, the old one signs.
  expect(kidOf((await signIn(second, email)).access_token)).toBe(old);

  await changeReplacedKeys(secondsAgo(1));
  await vi.waitFor(async () => {
    for (const server of [first, second])
      expect(kidOf((await signIn(server, email)).access_token)).toBe(fresh);
  }, POLLING);
  const after = await signIn(first, email);
  for (const server of [first, second])
    for (const session of [before, after]) expect(await isSignedIn(server, session.access_token)).toBe(true);

  // The last token of the old key has expired.
  await changeReplacedKeys(secondsAgo(3_800));
  await untilKeysAre([fresh]);
  expect(await isSignedIn(first, before.access_token)).toBe(false);
  expect(await isSignedIn(second, after.access_token)).toBe(true);
  const { status, body } = await refresh(second, before.refresh_token);
  expect([status, kidOf(body.access_token)]).toEqual([200, fresh]);
});

test("a rotated internal key signs nobody out, and mailed codes, links and second steps stay valid", async () => {
  const student = await createStudent(first);
  const [session, sleeping] = [await signIn(first, student.email), await signIn(first, student.email)];
  await callAuth(first, "/recover", { json: { email: student.email } });
  const { code } = await waitForMail(first, student.email, { kind: "recovery" });
  const name = `${student.id}/1700000000000_marks.pdf`;
  const documents = student.client.storage.from(DOCUMENTS);
  await documents.upload(name, new Blob([pdf()], { type: "application/pdf" }));
  const fileLink = (await documents.createSignedUrl(name, 60)).data?.signedUrl ?? "";
  const twoStep = await createTwoStepMember(first);
  const passBothSteps = async (server: RunningServer) =>
    passSecondStep(server, await signInWithFirstStep(server, twoStep.email), twoStep);
  const oldUnsubscribeLink = await unsubscribeLink(first, student.id);
  const statusOf = async (link: string, server = first) =>
    (await fetch(link.replace(first.url, server.url))).status;
  expect(await statusOf(fileLink)).toBe(200);

  await rotate("internal-key");
  await changeReplacedKeys(secondsAgo(1));
  const newUnsubscribeLink = await unsubscribeLink(first, student.id);
  expect(newUnsubscribeLink).not.toBe(oldUnsubscribeLink);
  for (const server of [first, second])
    await vi.waitFor(async () => expect(await statusOf(newUnsubscribeLink, server)).toBe(200), POLLING);

  expect(await statusOf(fileLink, second)).toBe(200);
  expect(await statusOf(oldUnsubscribeLink, second)).toBe(200);
  const renewed = await refresh(second, session.refresh_token);
  expect(renewed.status).toBe(200);
  const json = { type: "recovery", email: student.email, token: code };
  expect((await callAuth(second, "/verify", { json })).status).toBe(200);

  await passBothSteps(second);

  // Without the old key, the session that was refreshed meanwhile continues, and so does the second step that was used.
  // Whatever only the old key has signed ends.
  await changeReplacedKeys("dropped");
  for (const server of [first, second])
    await vi.waitFor(async () => expect(await statusOf(oldUnsubscribeLink, server)).not.toBe(200), POLLING);
  expect((await refresh(first, renewed.body.refresh_token)).status).toBe(200);
  await passBothSteps(first);
  expect((await refresh(first, sleeping.refresh_token)).status).toBe(400);
  expect(await statusOf(fileLink)).toBe(400);
});

test("an unknown name and an external database are refused with what to do instead, and nothing changes", async () => {
  const before = await readSecrets(first);
  const env = { MAARGA_DATA: folders[0], DATABASE_URL: database.url };
  expect(await maarga(env, ["rotate", "everything"])).toMatchObject({
    exitCode: 1,
    stderr: '"everything" cannot be rotated: name one of signing-key, internal-key, database-password\n',
  });
  const external = await maarga(env, ["rotate", "database-password"]);
  expect(external.exitCode).toBe(1);
  expect(external.stderr).toContain("put the new one into DATABASE_URL on every server, and restart them");
  expect(await readSecrets(first)).toEqual(before);
});
