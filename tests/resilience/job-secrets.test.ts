import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { maarga } from "../world/operator.ts";
import { startServer } from "../world/server.ts";
import { startSmtp, type TestSmtp } from "../world/smtp.ts";

const POLLING = { timeout: 60_000, interval: 50 };
const LINK = /https?:\/\/\S+/;

let database: TestDatabase;
let dataFolder: string;
let smtp: TestSmtp;
beforeAll(async () => {
  database = await createDatabase();
  dataFolder = await mkdtemp(path.join(tmpdir(), "maarga-jobs-"));
  smtp = await startSmtp(() => "take");
  await queueWithoutEncryption();
  const server = await startServer({ databaseUrl: database.url, dataFolder, env: { ROLE: "web" } });
  const signUp = await fetch(`${server.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: server.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email: "divya@example.com", password: "a-good-password-1942" }),
  });
  expect(signUp.status).toBe(200);
  await server.stop();
});
afterAll(async () => {
  await smtp.stop();
  await database.drop();
  await rm(dataFolder, { recursive: true });
});

/** Adds a waiting and a failed mail as earlier versions did. */
async function queueWithoutEncryption(): Promise<void> {
  for (const [to, attempts] of [
    ["asha@example.com", 0],
    ["ravi@example.com", 12],
  ] as const) {
    const text = "See https://example.com/verify?token=of-an-earlier-version\n";
    const message = { id: randomUUID(), to, subject: "Confirm", text, html: "<p>See it</p>" };
    await database.query("select graphile_worker.add_job('send-mail', $1::json, max_attempts => 12)", [
      JSON.stringify({ message }),
    ]);
    await database.query(
      "update graphile_worker._private_jobs set attempts = $2 where payload::text like '%' || $1 || '%'",
      [to, attempts],
    );
  }
}

const readRows = async (): Promise<string[]> =>
  (
    await database.query<{ row: string }>("select job::text as row from graphile_worker._private_jobs job")
  ).map(({ row }) => row);

test("someone who reads the queue, or a backup of it, finds no link, no code and no address", async () => {
  const rows = await readRows();
  const [mail, ...others] = rows.filter((row) => !row.includes("of-an-earlier-version"));
  expect(others).toEqual([]);
  expect(mail).toContain("encrypted");
  expect(mail).not.toMatch(/divya|example\.com|https?:|token=/);

  const file = path.join(dataFolder, "backup.tar.gz");
  const env = { MAARGA_DATA: dataFolder, DATABASE_URL: database.url };
  expect(await maarga(env, ["backup", file])).toMatchObject({ exitCode: 0 });
  expect(gunzipSync(await readFile(file)).toString()).not.toContain("/auth/v1/verify");
});

test("a worker sends the mail, and those that an earlier version has queued; no row keeps their links", async () => {
  const worker = await startServer({
    databaseUrl: database.url,
    dataFolder,
    env: { SMTP_URL: smtp.url, MAIL_FROM: "no-reply@example.com" },
  });
  const [delivery] = await smtp.taken(1, "divya@example.com");
  expect(LINK.exec(delivery?.mail.text ?? "")?.[0]).toContain("/auth/v1/verify?token=");
  const [earlier] = await smtp.taken(1, "asha@example.com");
  expect(earlier?.mail.text).toContain("of-an-earlier-version");
  await vi.waitFor(async () => {
    const rows = await database.query<{ attempts: number; payload: string }>(
      "select attempts, payload::text from graphile_worker._private_jobs where max_attempts = 12",
    );
    expect(rows).toEqual([{ attempts: 12, payload: "{}" }]);
  }, POLLING);
  expect((await readRows()).join("")).not.toContain("of-an-earlier-version");
  await worker.stop();
});
