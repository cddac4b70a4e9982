import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { remove, upload } from "../protocol/storage-calls.ts";
import { pdf } from "../protocol/storage-samples.ts";
import { newStudentWithPlan, type Person, pathFor, signedInAt } from "../protocol/storage-world.ts";
import type { RunningServer } from "../world/server.ts";
import {
  agreement,
  beginUpload,
  createStore,
  expectAgreement,
  filesOf,
  holdFiles,
  kill,
  rowsOf,
  type Store,
  underWay,
} from "./store.ts";

let store: Store;
beforeEach(async () => {
  store = await createStore();
});
afterEach(() => store?.drop());

const students = (server: RunningServer, count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => newStudentWithPlan(server)));

describe("kill -9", () => {
  test("in the middle of 50 uploads: what was acknowledged is there, and nothing else", async () => {
    let server = await store.start();
    const people = await students(server, 10);
    const body = new Uint8Array(pdf(2_000_000));
    const acknowledged: string[] = [];
    for (const enough of [1, 10]) {
      const running = server;
      const here = await Promise.all(people.map(({ id }) => signedInAt(running, id)));
      const uploads = here.flatMap((student) =>
        Array.from({ length: 5 }, async () => {
          const name = pathFor(student);
          const answer = await upload(running, student, name, { body });
          if (answer.ok) acknowledged.push(name);
        }),
      );
      const all = Promise.allSettled(uploads);
      await expect
        .poll(() => acknowledged.length, { interval: 5, timeout: 20_000 })
        .toBeGreaterThanOrEqual(enough);
      await kill(server);
      await all;
      server = await store.start();
      const rows = await expectAgreement(store);
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
          const name = pathFor(student);
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
    await kill(server);
    await removals;
    server = await store.start();
    const rows = await expectAgreement(store);
    expect(rows.map((row) => row.name).filter((name) => removed.includes(name))).toEqual([]);
  });

  test("between the end of a row and the end of its file: the next start ends the file", async () => {
    const server = await store.start();
    const student = await newStudentWithPlan(server);
    const name = pathFor(student);
    await upload(server, student, name);
    await store.database.query(
      "create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$",
    );
    // Stands for whatever keeps the server from going on: it says that it removed the row, and the file is still there.
    await store.database.query(
      "create trigger refuse before delete on storage.pending_files for each row execute function refuse()",
    );
    expect((await remove(server, student, name)).status).toBe(200);
    await kill(server);
    await store.database.query("drop trigger refuse on storage.pending_files");
    expect(await store.database.query("select from storage.pending_files")).toHaveLength(1);
    await store.start();
    await expectAgreement(store);
  });
});

test("while all files are being copied none is removed, and afterwards every one that was to go is", async () => {
  const server = await store.start();
  const student = await newStudentWithPlan(server);
  const [kept, gone] = [pathFor(student), pathFor(student)];
  for (const name of [kept, gone]) await upload(server, student, name);
  const folder = `${store.dataFolder}/files`;
  const copier = await holdFiles(store);
  expect((await remove(server, student, gone)).status).toBe(200);
  expect(await rowsOf(store)).toHaveLength(1);
  expect(await filesOf(folder)).toHaveLength(2);
  await copier.end();
  await remove(server, student, kept);
  await agreement(store);
  expect(await filesOf(folder)).toEqual([]);
});

describe("several servers over one database and one folder", () => {
  test("one that starts leaves alone what another is receiving", async () => {
    const first = await store.start();
    const student = await newStudentWithPlan(first);
    const half = await beginUpload(first, student, { bytes: 1_000_000 });
    await half.send(pdf(1_000_000).subarray(0, 500_000));
    await underWay(store, 1);
    await store.start();
    await half.send(pdf(1_000_000).subarray(500_000));
    expect(await half.answer).toContain("HTTP/1.1 200");
    await agreement(store);
  });

  test("one that starts clears up after one that was killed", async () => {
    const first = await store.start();
    const second = await store.start();
    const student = await newStudentWithPlan(first);
    const ofFirst = await beginUpload(first, student, { bytes: 1_000_000 });
    const ofSecond = await beginUpload(second, await signedInAt(second, student.id), { bytes: 1_000_000 });
    for (const half of [ofFirst, ofSecond]) await half.send(pdf(1_000_000).subarray(0, 500_000));
    await underWay(store, 2);
    await kill(first);
    await ofFirst.answer;
    await store.start();
    await underWay(store, 1);
    await ofSecond.send(pdf(1_000_000).subarray(500_000));
    expect(await ofSecond.answer).toContain("HTTP/1.1 200");
    await agreement(store);
  });
});

test("a database that is lost in the middle: no row, no file, and the next upload works", async () => {
  const server = await store.start();
  const student = await newStudentWithPlan(server);
  const half = await beginUpload(server, student, { bytes: 1_000_000 });
  await half.send(pdf(1_000_000).subarray(0, 500_000));
  await underWay(store, 1);
  await store.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  // As another server would, that finds the first one gone.
  const second = await store.start();
  await half.send(pdf(1_000_000).subarray(500_000));
  expect(await half.answer).toContain("HTTP/1.1 500");
  await expect
    .poll(async () => (await upload(server, student, pathFor(student))).status, { timeout: 20_000 })
    .toBe(200);
  await agreement(store);
  expect(await rowsOf(store)).toHaveLength(1);
  await second.stop();
});
