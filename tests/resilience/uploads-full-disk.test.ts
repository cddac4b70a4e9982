import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
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

const NO_SPACE: Refusal = [
  500,
  "500",
  "InternalError",
  "There is no room for this file right now. Please try again later.",
  "InternalError",
];

interface SmallDisk {
  readonly folder: string;
  start(): Promise<RunningServer>;
  release?(): void;
}

/** Mounts a file system of 4 MB, which only root may do. */
async function createSmallDisk(world: StorageWorld): Promise<SmallDisk> {
  const folder = path.join(world.dataFolder, "small");
  await mkdir(folder);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]);
  return {
    folder,
    start: () => world.start({ env: { FILES_URL: pathToFileURL(folder).href } }),
    release: () => void execFileSync("umount", ["--lazy", folder]),
  };
}

/** Makes the kernel limit files to 3 MB, which every user may do for their own processes. */
async function limitFileSize(world: StorageWorld): Promise<SmallDisk> {
  // The kernel also sends a signal, which would end the process without a handler. A full disk sends none.
  const ignoreSignal = "data:text/javascript,process.on('SIGXFSZ',()=>{})";
  return {
    folder: path.join(world.dataFolder, "files"),
    async start() {
      const server = await world.start({ env: { NODE_OPTIONS: `--import ${ignoreSignal}` } });
      execFileSync("prlimit", [`--pid=${server.process.pid}`, `--fsize=${3 * 1024 * 1024}`]);
      return server;
    },
  };
}

const disks = [
  ["a file size limit", limitFileSize] as const,
  ...(mayMount() ? [["a full disk", createSmallDisk] as const] : []),
];

/** Returns true for root, except in a container without the right to mount. */
function mayMount(): boolean {
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

// Both tests run at once, because most of the time is spent on waiting for servers to start.
test.concurrent.for(disks)(
  "an upload is refused and leaves nothing if %s leaves no space for it",
  async ([, make], { onTestFinished }) => {
    const world = await createStorageWorld();
    onTestFinished(() => world.drop());
    const disk = await make(world);
    onTestFinished(() => disk.release?.());
    const server = await disk.start();
    const student = await createStudent(server);
    const small = documentPath(student);
    expect((await upload(server, student, small, { body: new Uint8Array(pdf(500_000)) })).status).toBe(200);

    const body = new Uint8Array(pdf(6_000_000));
    await expectRefusal(await upload(server, student, documentPath(student), { body }), NO_SPACE);
    await expectRefusal(
      await uploadForm(server, student, documentPath(student), pdf(6_000_000), TYPES.pdf),
      NO_SPACE,
    );
    await untilConsistent(world, disk.folder);
    expect((await objectRows(world)).map(({ name }) => name)).toEqual([small]);

    const kept = await callStorage(server, student, `/object/${DOCUMENTS}/${small}`);
    expect(Buffer.from(await kept.arrayBuffer()).equals(pdf(500_000))).toBe(true);
    await killServer(server);
    await disk.start();
    await expectConsistent(world, disk.folder);
  },
);
