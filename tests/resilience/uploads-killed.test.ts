import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { documentPath } from "../world/documents.ts";
import { pdf } from "../world/files.ts";
import { createStudent, type Member, signInAt } from "../world/members.ts";
import { startUpload } from "../world/partial-upload.ts";
import type { RunningServer } from "../world/server.ts";
import { killServer } from "../world/server.ts";
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

let store: StorageWorld;
beforeEach(async () => {
  store = await createStorageWorld();
});
afterEach(() => store?.drop());

const students = (server: RunningServer, count: number): Promise<Member[]> =>
  Promise.all(Array.from({ length: count }, () => createStudent(server)));

describe("kill -9", () => {
  test("in the middle of 50 uploads: what was acknowledged is there, and nothing else", async () => {
    let server = await store.start();
    const people = await students(server, 10);
    const body = new Uint8Array(pdf(2_000_000));
    const acknowledged: string[] = [];
    for (const enough of [1, 10]) {
      const running = server;
      const here = await Promise.all(people.map((person) => signInAt(running, person)));
      const uploads = here.flatMap((student) =>
        Array.from({ length: 5 }, async () => {
          const name = documentPath(student);
          const answer = await upload(running, student, name, { body });
          if (answer.ok) acknowledged.push(name);
        }),
      );
      const all = Promise.allSettled(uploads);
      await expect
        .poll(() => acknowledged.length, { interval: 5, timeout: 20_000 })
        .toBeGreaterThanOrEqual(enough);
      await killServer(server);
      await all;
      server = await store.start();
      const rows = await expectConsistent(store);
      expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining(acknowledged));
    }
    expect(acknowledged.length).toBeLessThan(100);
  });

  test("in the middle of removals: they are finished by the next start, and what was not removed is whole", async () => {
    let server = await store.start();
    const people = await students(server, 4);
    const body = new Uint8Array(pdf(100_000));
    const names = await Promise.all(
      people.flatMap((student) =>
        Array.from({ length: 5 }, async () => {
          const name = documentPath(student);
          expect((await upload(server, student, name, { body })).status).toBe(200);
          return { student, name };
        }),
      ),
    );
    const removed: string[] = [];
    const running = server;
    const removals = Promise.allSettled(
      names.map(async ({ student, name }) => {
        if ((await remove(running, student, name)).ok) removed.push(name);
      }),
    );
    await expect.poll(() => removed.length, { interval: 1, timeout: 20_000 }).toBeGreaterThanOrEqual(1);
    await killServer(server);
    await removals;
    server = await store.start();
    const rows = await expectConsistent(store);
    expect(rows.map((row) => row.name).filter((name) => removed.includes(name))).toEqual([]);
  });

  test("between the end of a row and the end of its file: the next start ends the file", async () => {
    const server = await store.start();
    const student = await createStudent(server);
    const name = documentPath(student);
    await upload(server, student, name);
    await store.database.query(
      "create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$",
    );
    // Stands for whatever keeps the server from going on: it says that it removed the row, and the file is still there.
    await store.database.query(
      "create trigger refuse before delete on storage.pending_files for each row execute function refuse()",
    );
    expect((await remove(server, student, name)).status).toBe(200);
    await killServer(server);
    await store.database.query("drop trigger refuse on storage.pending_files");
    expect(await store.database.query("select from storage.pending_files")).toHaveLength(1);
    await store.start();
    await expectConsistent(store);
  });
});

test("while all files are being copied none is removed, and afterwards every one that was to go is", async () => {
  const server = await store.start();
  const student = await createStudent(server);
  const [kept, gone] = [documentPath(student), documentPath(student)];
  for (const name of [kept, gone]) await upload(server, student, name);
  const folder = `${store.dataFolder}/files`;
  const copier = await holdFileLock(store);
  expect((await remove(server, student, gone)).status).toBe(200);
  expect(await objectRows(store)).toHaveLength(1);
  expect(await filesIn(folder)).toHaveLength(2);
  await copier.end();
  await remove(server, student, kept);
  await untilConsistent(store);
  expect(await filesIn(folder)).toEqual([]);
});

describe("several servers over one database and one folder", () => {
  test("one that starts leaves alone what another is receiving", async () => {
    const first = await store.start();
    const student = await createStudent(first);
    const half = await startUpload(first, student, { bytes: 1_000_000 });
    await half.send(pdf(1_000_000).subarray(0, 500_000));
    await untilReceiving(store, 1);
    await store.start();
    await half.send(pdf(1_000_000).subarray(500_000));
    expect(await half.reply).toContain("HTTP/1.1 200");
    await untilConsistent(store);
  });

  test("one that starts clears up after one that was killed", async () => {
    const first = await store.start();
    const second = await store.start();
    const student = await createStudent(first);
    const ofFirst = await startUpload(first, student, { bytes: 1_000_000 });
    const ofSecond = await startUpload(second, await signInAt(second, student), { bytes: 1_000_000 });
    for (const half of [ofFirst, ofSecond]) await half.send(pdf(1_000_000).subarray(0, 500_000));
    await untilReceiving(store, 2);
    await killServer(first);
    await ofFirst.reply;
    await store.start();
    await untilReceiving(store, 1);
    await ofSecond.send(pdf(1_000_000).subarray(500_000));
    expect(await ofSecond.reply).toContain("HTTP/1.1 200");
    await untilConsistent(store);
  });
});

test("a database that is lost in the middle: no row, no file, and the next upload works", async () => {
  const server = await store.start();
  const student = await createStudent(server);
  const half = await startUpload(server, student, { bytes: 1_000_000 });
  await half.send(pdf(1_000_000).subarray(0, 500_000));
  await untilReceiving(store, 1);
  await store.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  // As another server would, that finds the first one gone.
  const second = await store.start();
  await half.send(pdf(1_000_000).subarray(500_000));
  expect(await half.reply).toContain("HTTP/1.1 500");
  await expect
    .poll(async () => (await upload(server, student, documentPath(student))).status, { timeout: 20_000 })
    .toBe(200);
  await untilConsistent(store);
  expect(await objectRows(store)).toHaveLength(1);
  await second.stop();
});
