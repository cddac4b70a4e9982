import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DOCUMENTS, documentPath, documentsOf } from "../world/documents.ts";
import { pdf, TYPES } from "../world/files.ts";
import { createStudent } from "../world/members.ts";
import { startUpload } from "../world/partial-upload.ts";
import { sendOfficially } from "../world/resumable.ts";
import { type S3Server, startS3 } from "../world/s3.ts";
import type { RunningServer } from "../world/server.ts";
import { killServer } from "../world/server.ts";
import { callStorage, remove, upload, uploadForm } from "../world/storage-calls.ts";
import { createStorageWorld, objectRows, type StorageWorld, untilReceiving } from "../world/storage-world.ts";

let s3: S3Server;
let world: StorageWorld;
let server: RunningServer;
beforeAll(async () => {
  s3 = await startS3();
  world = await createStorageWorld();
  server = await world.start({ env: s3.env });
});
afterAll(async () => {
  await world?.drop();
  await s3?.stop();
});

const LARGE = pdf(10 * 1024 * 1024);

async function isConsistent(): Promise<boolean> {
  const versions = (await objectRows(world)).map(({ version }) => version);
  const keys = await s3.keys();
  return versions.sort().join() === keys.sort().join();
}
const untilConsistent = () => expect.poll(isConsistent, { timeout: 60_000 }).toBe(true);

describe("files in S3", () => {
  test("are downloaded byte for byte, whole and in parts, by a session and by a link", async () => {
    const student = await createStudent(server);
    const [form, raw] = [documentPath(student), documentPath(student)];
    expect((await uploadForm(server, student, form, LARGE, TYPES.pdf)).status).toBe(200);
    expect((await upload(server, student, raw, { body: new Uint8Array(LARGE) })).status).toBe(200);
    for (const name of [form, raw]) {
      const { data } = await documentsOf(student).download(name);
      expect(Buffer.from((await data?.arrayBuffer()) as ArrayBuffer).equals(LARGE)).toBe(true);
      const range = "bytes=5000000-5000099";
      const part = await callStorage(server, student, `/object/${DOCUMENTS}/${name}`, { headers: { range } });
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(LARGE.subarray(5_000_000, 5_000_100));
      const { data: link } = await documentsOf(student).createSignedUrl(name, 60);
      expect((await (await fetch(link?.signedUrl as string)).arrayBuffer()).byteLength).toBe(LARGE.length);
    }
    await untilConsistent();
    expect(await (await remove(server, student, form, raw)).json()).toHaveLength(2);
    await untilConsistent();
  });

  test("arrive in parts, which are removed when the file is complete", async () => {
    const student = await createStudent(server);
    const name = documentPath(student);
    await sendOfficially(server, student, LARGE, { name, chunkSize: 4_000_000 });
    const { data } = await documentsOf(student).download(name);
    expect(Buffer.from((await data?.arrayBuffer()) as ArrayBuffer).equals(LARGE)).toBe(true);
    await untilConsistent();
    await remove(server, student, name);
    await untilConsistent();
  });

  test("leave no file on the server's own disk", async () => {
    const entries = await readdir(world.dataFolder, { recursive: true });
    expect(entries.filter((name) => name.startsWith("files") || name.startsWith(`spool${path.sep}`))).toEqual(
      [],
    );
  });

  test("of an upload whose server is killed leave neither a row nor an object", async () => {
    const student = await createStudent(server);
    const half = await startUpload(server, student, { bytes: 1_000_000 });
    await half.send(pdf(500_000));
    await untilReceiving(world, 1);
    await killServer(server);
    await half.reply;
    server = await world.start({ env: s3.env });
    expect(await isConsistent()).toBe(true);
    expect(await world.database.query("select from storage.pending_files")).toEqual([]);
  });

  test("cannot be uploaded while S3 is unreachable; removals wait until it is reachable again", async () => {
    const student = await createStudent(server);
    const [name, other] = [documentPath(student), documentPath(student)];
    expect((await upload(server, student, name)).status).toBe(200);
    await s3.halt();
    expect((await upload(server, student, other)).status).toBe(503);
    expect((await callStorage(server, student, `/object/${DOCUMENTS}/${name}`)).status).toBe(503);
    expect(await (await remove(server, student, name)).json()).toHaveLength(1);
    await s3.start();
    expect((await upload(server, student, other)).status).toBe(200);
    await remove(server, student, other);
    await untilConsistent();
  });
});

test("a missing bucket stops the start with a line that names the setting", async () => {
  const FILES_URL = `s3://elsewhere?endpoint=${encodeURIComponent(s3.endpoint)}`;
  await expect(world.start({ env: { ...s3.env, FILES_URL } })).rejects.toThrow(
    /FILES_URL: the bucket cannot be reached with these keys/,
  );
});
