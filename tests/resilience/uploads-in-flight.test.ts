import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentPath } from "../world/documents.ts";
import { pdf } from "../world/files.ts";
import { createStudent } from "../world/members.ts";
import { startUpload } from "../world/partial-upload.ts";
import { killServer, type RunningServer } from "../world/server.ts";
import { upload } from "../world/storage-calls.ts";
import {
  createStorageWorld,
  objectRows,
  type StorageWorld,
  untilConsistent,
  untilReceiving,
} from "../world/storage-world.ts";

/** The same address after a restart keeps the access tokens valid. */
const env = { RATE_LIMITS: "on", SITE_URL: "http://maarga.example" };
const BYTES = 1_000_000;
const HALF = pdf(BYTES / 2);

let world: StorageWorld;
let server: RunningServer;
beforeAll(async () => {
  world = await createStorageWorld();
  server = await world.start({ env });
});
afterAll(() => world?.drop());

/** Starts an upload and waits until its bytes are being stored. */
async function startHalf(student: Awaited<ReturnType<typeof createStudent>>, inFlight: number) {
  const half = await startUpload(server, student, { bytes: BYTES });
  await half.send(HALF);
  await untilReceiving(world, inFlight);
  return half;
}

test("a third upload of one user is refused before its bytes are read, and others may upload", async () => {
  const [student, other] = [await createStudent(server), await createStudent(server)];
  const halves = [await startHalf(student, 1), await startHalf(student, 2)];
  const third = await startUpload(server, student, { bytes: BYTES });
  const reply = await third.reply;
  expect(reply).toMatch(/^HTTP\/1\.1 429 /);
  expect(reply).toMatch(/\r\nretry-after: 10\r\n/i);
  expect(reply).toContain('"code":"SlowDown"');
  expect((await upload(server, other, documentPath(other))).status).toBe(200);
  for (const half of halves) half.abort();
  await untilConsistent(world);
  expect((await upload(server, student, documentPath(student))).status).toBe(200);
});

describe("with four documents", () => {
  test("only one upload is received, and the next is refused before its bytes are read", async () => {
    const student = await createStudent(server);
    for (let document = 0; document < 4; document++)
      expect((await upload(server, student, documentPath(student))).status).toBe(200);
    const fifth = await startHalf(student, 1);
    const sixth = await startUpload(server, student, { bytes: BYTES });
    expect(await sixth.reply).toContain('"statusCode":"403"');
    fifth.abort();
    await untilConsistent(world);
    expect((await upload(server, student, documentPath(student))).status).toBe(200);
    expect(await objectRows(world, student)).toHaveLength(5);
  });
});

test("uploads of a server that was killed keep no place", async () => {
  const student = await createStudent(server);
  const halves = [await startHalf(student, 1), await startHalf(student, 2)];
  await killServer(server);
  await Promise.all(halves.map((half) => half.reply));
  server = await world.start({ env });
  expect((await upload(server, student, documentPath(student))).status).toBe(200);
  await untilConsistent(world);
});
