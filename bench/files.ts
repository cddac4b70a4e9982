import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { Database } from "./database.ts";
import { median } from "./report.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import type { Student } from "./students.ts";
import { startMaarga } from "./tested-servers.ts";
import { readSecrets, signInStudents } from "./tokens.ts";

/** Uploads and downloads of 10 MB, compared with a bare Node server that streams to disk; and the memory that 1 and 50 concurrent uploads use. */

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const MEGABYTES = 10;
const HEAD = Buffer.from("%PDF-1.7\n1 0 obj\n");
const BODY = Buffer.concat([HEAD, randomBytes(MEGABYTES * 1024 * 1024 - HEAD.length)]);
const ROUNDS = 5;
const CONCURRENCY = 4;
const TRANSFERS_PER_WORKER = 4;

type Headers = Record<string, string>;

/** Resolves with the number of bytes received. */
function call(
  server: ServerProcess,
  method: string,
  url: string,
  headers: Headers,
  body?: Buffer,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: "127.0.0.1", port: server.port, method, path: url, headers },
      (response) => {
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on("end", () =>
          response.statusCode === 200
            ? resolve(bytes)
            : reject(new Error(`${method} ${url}: ${response.statusCode}`)),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

function headersOf({ credentials }: Student): Headers {
  return Object.fromEntries(
    credentials
      .trim()
      .split("\r\n")
      .map((line) => line.split(": ") as [string, string]),
  );
}

const UPLOAD = { "content-type": "application/pdf", "content-length": String(BODY.length) };

/** Measures several concurrent transfers, because the time of a single one says little about the throughput. */
async function secondsFor(work: (worker: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async (_, worker) => {
      for (let time = 0; time < TRANSFERS_PER_WORKER; time++) await work(worker);
    }),
  );
  return (performance.now() - startedAt) / 1000;
}

/** Returns the peak memory of the process while the work runs. */
async function peakMegabytes(pid: number, work: () => Promise<unknown>): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, "5");
  await work();
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

export async function benchmarkFiles(): Promise<string> {
  const database = await Database.start(PROJECT);
  const dataFolder = path.join(database.folder, "maarga");
  const { server: maarga } = await startMaarga(PROJECT, { ownerUrl: database.ownerUrl, dataFolder });
  const folder = await mkdtemp(path.join(database.folder, "bare-"));
  const bare = await startServer({
    program: process.execPath,
    args: [path.join(import.meta.dirname, "servers", "disk-server.js")],
    env: (port) => ({ FOLDER: folder, PORT: String(port) }),
    readyPath: "/ready",
  });
  try {
    await database.addStudents();
    const students = await signInStudents(
      await readSecrets(dataFolder),
      `http://127.0.0.1:${maarga.port}/auth/v1`,
    );
    const first = students[0] as Student;
    const uploaded: (() => Promise<unknown>)[] = [];
    const removeAll = async () => {
      for (const undo of uploaded.splice(0)) await undo();
    };
    let moment = Date.now();
    const upload = async (student: Student): Promise<string> => {
      moment += 1;
      const url = `/storage/v1/object/user-documents/${student.id}/${moment}_marks.pdf`;
      await call(maarga, "POST", url, { ...headersOf(student), ...UPLOAD }, BODY);
      return url;
    };
    const remove = (student: Student, url: string) => {
      const prefix = url.slice("/storage/v1/object/user-documents/".length);
      const body = Buffer.from(JSON.stringify({ prefixes: [prefix] }));
      const headers = { "content-type": "application/json", "content-length": String(body.length) };
      return call(
        maarga,
        "DELETE",
        "/storage/v1/object/user-documents",
        { ...headersOf(student), ...headers },
        body,
      );
    };
    const ours = {
      up: async (worker: number) => {
        const student = students[worker] as Student;
        const url = await upload(student);
        uploaded.push(() => remove(student, url));
      },
      down: async (url: string) => call(maarga, "GET", url, headersOf(first)),
    };
    const theirs = {
      up: (worker: number) => call(bare, "POST", `/file${worker}`, UPLOAD, BODY),
      down: () => call(bare, "GET", "/file0", {}),
    };

    const kept = await upload(first);
    const ratios = { up: [] as number[], down: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const up = [await secondsFor(ours.up), await secondsFor(theirs.up)] as const;
      await removeAll();
      const down = [await secondsFor(() => ours.down(kept)), await secondsFor(theirs.down)] as const;
      if (round === 0) continue; // the first round warms up the JIT compiler
      ratios.up.push(up[1] / up[0]);
      ratios.down.push(down[1] / down[0]);
    }
    await remove(first, kept);

    const one = await peakMegabytes(maarga.pid, () => upload(first));
    const fifty = await peakMegabytes(maarga.pid, () =>
      Promise.all(students.slice(1, 51).map((student) => upload(student))),
    );
    return [
      `upload of ${MEGABYTES} MB, relative to a bare server: ${median(ratios.up).toFixed(2)} (at least 0.60)`,
      `download of ${MEGABYTES} MB, relative to a bare server: ${median(ratios.down).toFixed(2)} (at least 0.60)`,
      `peak memory, 50 concurrent uploads compared with 1: ${(fifty / one).toFixed(2)} (${Math.round(one)} and ${Math.round(fifty)} MB, of 500 MB sent)`,
    ].join("\n");
  } finally {
    await maarga.stop();
    await bare.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
