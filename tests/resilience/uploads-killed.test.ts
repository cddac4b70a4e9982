import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentPath } from "../world/documents.ts";
import { pdf } from "../world/files.ts";
import { createStudent, type Member, signInAt } from "../world/members.ts";
import { startUpload } from "../world/partial-upload.ts";
import { killServer, type RunningServer } from "../world/server.ts";
import { remove, upload } from "../world/storage-calls.ts";
import {
  createStorageWorld,
  expectConsistent,
  filesIn,
  holdFileLock,
  objectRows,
  type StorageWorld,
  untilConsistent,
  untilReceiving,
} from "../world/storage-world.ts";

const TIMEOUT_MS = 60_000;

// The tests run in order over one database and one folder. Each uses the server that the previous one started.
let world: StorageWorld;
let server: RunningServer;
beforeAll(async () => {
  world = await createStorageWorld();
  server = await world.start();
});
afterAll(() => world?.drop());

const createStudents = (count: number): Promise<Member[]> =>
  Promise.all(Array.from({ length: count }, () => createStudent(server)));

describe("a server killed with SIGKILL", () => {
  test.each([1, 10])(
    "after %i or more of 50 uploads has those after a restart, and no partial file",
    async (enough) => {
      const students = await createStudents(10);
      const body = new Uint8Array(pdf(200_000));
      const succeeded: string[] = [];
      // However late the kill comes, it comes in the middle of an upload.
      const half = await startUpload(server, await createStudent(server), { bytes: 1_000_000 });
      await half.send(pdf(500_000));
      await untilReceiving(world, 1);
      const uploads = students.flatMap((student) =>
        Array.from({ length: 5 }, async () => {
          const name = documentPath(student);
          const { ok } = await upload(server, student, name, { body });
          if (ok) succeeded.push(name);
        }),
      );
      const all = Promise.allSettled(uploads);
      await expect
        .poll(() => succeeded.length, { interval: 1, timeout: TIMEOUT_MS })
        .toBeGreaterThanOrEqual(enough);
      await killServer(server);
      await all;
      server = await world.start();
      const rows = await expectConsistent(world);
      expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining(succeeded));
    },
  );

  test("in the middle of removals completes those at its restart, and all other files are whole", async () => {
    const students = await createStudents(4);
    const body = new Uint8Array(pdf(100_000));
    const documents = await Promise.all(
      students.flatMap((student) =>
        Array.from({ length: 5 }, async () => {
          const name = documentPath(student);
          expect((await upload(server, student, name, { body })).status).toBe(200);
          return { student, name };
        }),
      ),
    );
    const removed: string[] = [];
    const removals = Promise.allSettled(
      documents.map(async ({ student, name }) => {
        if ((await remove(server, student, name)).ok) removed.push(name);
      }),
    );
    await expect.poll(() => removed.length, { interval: 1, timeout: TIMEOUT_MS }).toBeGreaterThanOrEqual(1);
    await killServer(server);
    await removals;
    server = await world.start();
    const rows = await expectConsistent(world);
    expect(rows.map((row) => row.name).filter((name) => removed.includes(name))).toEqual([]);
  });

  test("between the removal of a row and of its file removes the file at its restart", async () => {
    const student = await createStudent(server);
    const name = documentPath(student);
    await upload(server, student, name);
    await world.database.query(
      "create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$",
    );
    // Holds the server at the point where it has removed the row and reported success, but the file is still there.
    await world.database.query(
      "create trigger refuse before delete on storage.pending_files for each row execute function refuse()",
    );
    expect((await remove(server, student, name)).status).toBe(200);
    await killServer(server);
    await world.database.query("drop trigger refuse on storage.pending_files");
    expect(await world.database.query("select from storage.pending_files")).toHaveLength(1);
    server = await world.start();
    await expectConsistent(world);
  });
});

test("no file is removed while a backup copies all files, and afterwards every pending removal is done", async () => {
  const student = await createStudent(server);
  const [kept, gone] = [documentPath(student), documentPath(student)];
  for (const name of [kept, gone]) await upload(server, student, name);
  const folder = `${world.dataFolder}/files`;
  const before = (await filesIn(folder)).length;
  const backup = await holdFileLock(world);
  expect((await remove(server, student, gone)).status).toBe(200);
  expect(await objectRows(world, student)).toHaveLength(1);
  expect(await filesIn(folder)).toHaveLength(before);
  await backup.end();
  await remove(server, student, kept);
  await untilConsistent(world);
  expect(await filesIn(folder)).toHaveLength(before - 2);
});

describe("of several servers over one database and one folder", () => {
  test("one that starts leaves the uploads to running servers alone, and cleans up after a killed one", async () => {
    const student = await createStudent(server);
    const body = pdf(1_000_000);
    const toFirst = await startUpload(server, student, { bytes: body.length });
    await toFirst.send(body.subarray(0, 500_000));
    await untilReceiving(world, 1);

    const second = await world.start();
    await untilReceiving(world, 1);
    const toSecond = await startUpload(second, await signInAt(second, student), { bytes: body.length });
    await toSecond.send(body.subarray(0, 500_000));
    await untilReceiving(world, 2);

    await killServer(server);
    await toFirst.reply;
    server = await world.start();
    await untilReceiving(world, 1);
    await toSecond.send(body.subarray(500_000));
    expect(await toSecond.reply).toContain("HTTP/1.1 200");
    await untilConsistent(world);
    await second.stop();
  });

  test("one that loses the database in the middle of an upload keeps no row and no file, and accepts the next", async () => {
    const student = await createStudent(server);
    const body = pdf(1_000_000);
    const lost = await startUpload(server, student, { bytes: body.length });
    await lost.send(body.subarray(0, 500_000));
    await untilReceiving(world, 1);
    await world.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    // A server that starts considers the first one dead, because it no longer holds its lock.
    const second = await world.start();
    await lost.send(body.subarray(500_000));
    expect(await lost.reply).toContain("HTTP/1.1 500");
    await expect
      .poll(async () => (await upload(server, student, documentPath(student))).status, {
        timeout: TIMEOUT_MS,
      })
      .toBe(200);
    await untilConsistent(world);
    expect(await objectRows(world, student)).toHaveLength(1);
    await second.stop();
  });
});
