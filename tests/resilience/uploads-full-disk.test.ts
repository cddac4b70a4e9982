import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DOCUMENTS, documentPath } from "../world/documents.ts";
import { pdf, TYPES } from "../world/files.ts";
import { createStudent } from "../world/members.ts";
import { expectRefusal, type Refusal } from "../world/refusals.ts";
import type { RunningServer } from "../world/server.ts";
import { killServer } from "../world/server.ts";
import { callStorage, upload, uploadForm } from "../world/storage-calls.ts";
import {
  createStorageWorld,
  expectConsistent,
  objectRows,
  type StorageWorld,
  untilConsistent,
} from "../world/storage-world.ts";

let store: StorageWorld;
const mounted: string[] = [];
beforeEach(async () => {
  store = await createStorageWorld();
});
afterEach(async () => {
  for (const folder of mounted.splice(0)) execFileSync("umount", ["--lazy", folder]);
  await store?.drop();
});

const NO_ROOM: Refusal = [
  500,
  "500",
  "InternalError",
  "There is no room for this file right now. Please try again later.",
  "InternalError",
];

interface SmallRoom {
  readonly folder: string;
  start(): Promise<RunningServer>;
}

/** A file system of 4 MB of its own. Takes root. */
async function smallDisk(): Promise<SmallRoom> {
  const folder = path.join(store.dataFolder, "small");
  await mkdir(folder);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]);
  mounted.push(folder);
  return { folder, start: () => store.start({ env: { FILES_URL: pathToFileURL(folder).href } }) };
}

/** The kernel lets no file grow beyond 3 MB. Everybody may lower that limit for a process of their own. */
async function smallFiles(): Promise<SmallRoom> {
  // Unheard, the signal that comes with the refusal would end the process, as no full disk does.
  const hear = "data:text/javascript,process.on('SIGXFSZ',()=>{})";
  return {
    folder: path.join(store.dataFolder, "files"),
    async start() {
      const server = await store.start({ env: { NODE_OPTIONS: `--import ${hear}` } });
      execFileSync("prlimit", [`--pid=${server.process.pid}`, `--fsize=${3 * 1024 * 1024}`]);
      return server;
    },
  };
}

const rooms = [
  ["of a limit", smallFiles] as const,
  ...(mayMount() ? [["of a full disk", smallDisk] as const] : []),
];

/** Root, and not in a container that holds root back. */
function mayMount(): boolean {
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test.each(rooms)(
  "for want of room because %s an upload is refused, and nothing of it stays",
  async (_why, make) => {
    const room = await make();
    const server = await room.start();
    const student = await createStudent(server);
    const small = documentPath(student);
    expect((await upload(server, student, small, { body: new Uint8Array(pdf(500_000)) })).status).toBe(200);

    const body = new Uint8Array(pdf(6_000_000));
    await expectRefusal(await upload(server, student, documentPath(student), { body }), NO_ROOM);
    await expectRefusal(
      await uploadForm(server, student, documentPath(student), pdf(6_000_000), TYPES.pdf),
      NO_ROOM,
    );
    await untilConsistent(store, room.folder);
    expect((await objectRows(store)).map(({ name }) => name)).toEqual([small]);

    const kept = await callStorage(server, student, `/object/${DOCUMENTS}/${small}`);
    expect(Buffer.from(await kept.arrayBuffer())).toEqual(pdf(500_000));
    await killServer(server);
    await room.start();
    await expectConsistent(store, room.folder);
  },
);
