import { truncate } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCuttingProxy } from "../world/cutting-proxy.ts";
import { documentPath, documentsOf } from "../world/documents.ts";
import { pdf } from "../world/files.ts";
import { createStudent, type Member } from "../world/members.ts";
import { startPatch } from "../world/partial-upload.ts";
import { mustBegin, offsetOf, proceed, sendOfficially } from "../world/resumable.ts";
import { killServer, outputOf, type RunningServer } from "../world/server.ts";
import {
  createStorageWorld,
  objectRows,
  type StorageWorld,
  untilConsistent,
} from "../world/storage-world.ts";

const TIMEOUT_MS = 60_000;
const MB = 1024 * 1024;
/** The same address after a restart keeps the access tokens valid. */
const env = { RATE_LIMITS: "on", SITE_URL: "http://maarga.example" };

// The tests run in order over one database and one folder.
let world: StorageWorld;
let server: RunningServer;
beforeAll(async () => {
  world = await createStorageWorld();
  server = await world.start({ env });
});
afterAll(() => world?.drop());

/** The bytes of all stored parts. */
async function storedBytes(): Promise<number> {
  const [row] = await world.database.query<{ bytes: number }>(
    "select coalesce(sum(bytes), 0)::int as bytes from storage.upload_parts",
  );
  return row?.bytes ?? 0;
}

/** Expects the document once, with these bytes, and nothing else. */
async function expectOnce(student: Member, name: string, bytes: Buffer): Promise<void> {
  await untilConsistent(world);
  expect(await objectRows(world, student)).toMatchObject([{ name, bytes: bytes.length }]);
  expect(await storedBytes()).toBe(0);
  await documentsOf(student).remove([name]);
  await untilConsistent(world);
}

test("10 MB over a line that breaks five times arrive once", async () => {
  const student = await createStudent(server);
  const name = documentPath(student);
  const bytes = pdf(10 * MB);
  const proxy = await startCuttingProxy(server, { cuts: 5, afterBytes: 1.7 * MB });
  const requests = await sendOfficially(server, student, bytes, { name, through: proxy.url });
  expect(proxy.cuts()).toBe(5);
  // Each cut costs a request for the offset, and the last request brings the rest.
  expect(requests).toEqual(["POST 201", ...Array(5).fill("HEAD 200"), "PATCH 204"]);
  await proxy.stop();
  await expectOnce(student, name, bytes);
});

test("a request for the offset ends the request of a connection that is dead, and counts its bytes", async () => {
  const student = await createStudent(server);
  const name = documentPath(student);
  const bytes = pdf(3 * MB);
  const address = await mustBegin(server, student, bytes.length, { name });
  const dead = await startPatch(server, student, address, { offset: 0, bytes: bytes.length });
  await dead.send(bytes.subarray(0, 1.5 * MB));
  await expect.poll(storedBytes, { timeout: TIMEOUT_MS }).toBe(MB);
  const offset = (await offsetOf(server, student, address)) as number;
  expect(offset).toBeGreaterThanOrEqual(MB);
  expect(offset).toBe(await storedBytes());
  await dead.reply;
  expect((await proceed(server, student, address, offset, bytes.subarray(offset))).status).toBe(204);
  await expectOnce(student, name, bytes);
});

describe("of two requests that continue an upload at the same moment", () => {
  test("one is refused by the same server", async () => {
    const student = await createStudent(server);
    const name = documentPath(student);
    const bytes = pdf(2 * MB);
    const address = await mustBegin(server, student, bytes.length, { name });
    const first = await startPatch(server, student, address, { offset: 0, bytes: bytes.length });
    await first.send(bytes.subarray(0, MB));
    await expect.poll(storedBytes, { timeout: TIMEOUT_MS }).toBe(MB);
    expect((await proceed(server, student, address, MB, bytes.subarray(MB))).status).toBe(423);
    await first.send(bytes.subarray(MB));
    expect(await first.reply).toContain("HTTP/1.1 204");
    await expectOnce(student, name, bytes);
  });

  test.each([
    ["in the middle", 2 * MB],
    ["at the end", 100_000],
  ])("one is refused by another server, %s", async (_where, length) => {
    const student = await createStudent(server);
    const other = await world.start({ env });
    const name = documentPath(student);
    const bytes = pdf(length);
    const address = await mustBegin(server, student, length, { name });
    const responses = await Promise.all(
      [server, other].map((each) => proceed(each, student, address, 0, bytes)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 409]);
    await other.stop();
    await expectOnce(student, name, bytes);
  });
});

describe("a server killed with SIGKILL", () => {
  test("in the middle of a request knows exactly the bytes that are stored", async () => {
    const student = await createStudent(server);
    const name = documentPath(student);
    const bytes = pdf(5 * MB);
    const address = await mustBegin(server, student, bytes.length, { name });
    const half = await startPatch(server, student, address, { offset: 0, bytes: bytes.length });
    await half.send(bytes.subarray(0, 2.5 * MB));
    await expect.poll(storedBytes, { timeout: TIMEOUT_MS }).toBe(2 * MB);
    await killServer(server);
    await half.reply;
    server = await world.start({ env });
    expect(await offsetOf(server, student, address)).toBe(2 * MB);
    const rest = bytes.subarray(2 * MB);
    expect((await proceed(server, student, address, 2 * MB, rest)).status).toBe(204);
    await expectOnce(student, name, bytes);
  });

  test("while it completes an upload takes it for unfinished", async () => {
    const student = await createStudent(server);
    const name = documentPath(student);
    const bytes = pdf(1.5 * MB);
    const address = await mustBegin(server, student, bytes.length, { name });
    await proceed(server, student, address, 0, bytes.subarray(0, MB));
    await world.database.query(
      `create function wait() returns trigger language plpgsql as $$
       begin if new.version is not null then perform pg_sleep(3600); end if; return new; end $$`,
    );
    await world.database.query(
      "create trigger wait before insert on storage.objects for each row execute function wait()",
    );
    let isKilled = false;
    const complete = async () => {
      // The statement times out after two seconds, and the upload stays as it was.
      while (!isKilled)
        await proceed(server, student, address, MB, bytes.subarray(MB)).catch(() => undefined);
    };
    const completing = complete();
    const isCompleting = async () =>
      (await world.database.query("select from pg_stat_activity where wait_event = 'PgSleep'")).length;
    await expect.poll(isCompleting, { timeout: TIMEOUT_MS }).toBe(1);
    isKilled = true;
    await killServer(server);
    await completing;
    await world.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'",
    );
    await world.database.query("drop trigger wait on storage.objects");
    server = await world.start({ env });
    expect(await objectRows(world, student)).toEqual([]);
    expect(await offsetOf(server, student, address)).toBe(MB);
    expect((await proceed(server, student, address, MB, bytes.subarray(MB))).status).toBe(204);
    await expectOnce(student, name, bytes);
  });
});

test("a complete file that is refused leaves nothing, and neither does an upload that gave way", async () => {
  const student = await createStudent(server);
  const page = Buffer.concat([Buffer.from("<html>"), pdf(1.5 * MB)]);
  const address = await mustBegin(server, student, page.length, { name: documentPath(student) });
  expect((await proceed(server, student, address, 0, page)).status).toBe(415);
  expect(await offsetOf(server, student, address)).toBe("404");

  const old = await mustBegin(server, student, 1000, { name: documentPath(student) });
  await proceed(server, student, old, 0, pdf(500));
  for (let number = 0; number < 10; number++)
    await mustBegin(server, student, 1000, { name: documentPath(student) });
  expect(await storedBytes()).toBe(0);
  expect(await objectRows(world, student)).toEqual([]);
});

test("a part that was cut short on the disk does not become a shorter document", async () => {
  const student = await createStudent(server);
  const bytes = pdf(1.5 * MB);
  const address = await mustBegin(server, student, bytes.length, { name: documentPath(student) });
  await proceed(server, student, address, 0, bytes.subarray(0, MB));
  const [part] = await world.database.query<{ version: string }>("select version from storage.upload_parts");
  const version = part?.version ?? "";
  await truncate(path.join(world.dataFolder, "files", version.slice(0, 2), version), 1000);
  expect((await proceed(server, student, address, MB, bytes.subarray(MB))).status).toBe(409);
  expect(await objectRows(world, student)).toEqual([]);
  await untilConsistent(world);
});

test("a third request of one user is refused before its bytes are read", async () => {
  const student = await createStudent(server);
  const halves = [];
  for (let count = 1; count <= 2; count++) {
    const address = await mustBegin(server, student, MB, { name: documentPath(student) });
    const half = await startPatch(server, student, address, { offset: 0, bytes: MB });
    await half.send(pdf(100_000));
    const receiving = async () =>
      (await world.database.query("select from storage.pending_files where user_id = $1", [student.id]))
        .length;
    await expect.poll(receiving, { timeout: TIMEOUT_MS }).toBe(count);
    halves.push(half);
  }
  const address = await mustBegin(server, student, MB, { name: documentPath(student) });
  expect((await proceed(server, student, address, 0, pdf(MB))).status).toBe(429);
  for (const half of halves) half.abort();
  expect(outputOf(server)).not.toContain('"level":50');
});
