import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { startMaarga } from "./contenders.ts";
import { Database } from "./database.ts";
import { median } from "./report.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import type { Student } from "./students.ts";
import { readSecrets, signInStudents } from "./tokens.ts";

/** 10 MB up and down, against a bare Node server that streams to disk; and the memory of 1 and of 50 at once. */

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const MEGABYTES = 10;
const BODY = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(MEGABYTES * 1024 * 1024 - 9)]);
const ROUNDS = 5;
const AT_ONCE = 4;
const EACH = 4;

type Headers = Record<string, string>;

/** Resolves with the number of bytes that came back. */
function call(
  server: ServerProcess,
  method: string,
  url: string,
  headers: Headers,
  body?: Buffer,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: server.port, method, path: url, headers }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on("end", () =>
        answer.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${method} ${url}: ${answer.statusCode}`)),
      );
    });
    asked.on("error", reject);
    asked.end(body);
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

/** As several people do at once: how long one waits says little of how much gets through. */
async function secondsFor(work: (who: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, who) => {
      for (let time = 0; time < EACH; time++) await work(who);
    }),
  );
  return (performance.now() - startedAt) / 1000;
}

/** The most memory that the process held since it was last forgotten. */
async function peakMegabytes(pid: number, work: () => Promise<unknown>): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, "5");
  await work();
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

export async function raceFiles(): Promise<string> {
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
      up: async (who: number) => {
        const student = students[who] as Student;
        const url = await upload(student);
        uploaded.push(() => remove(student, url));
      },
      down: async (url: string) => call(maarga, "GET", url, headersOf(first)),
    };
    const theirs = {
      up: (who: number) => call(bare, "POST", `/file${who}`, UPLOAD, BODY),
      down: () => call(bare, "GET", "/file0", {}),
    };

    const kept = await upload(first);
    const ratios = { up: [] as number[], down: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const up = [await secondsFor(ours.up), await secondsFor(theirs.up)] as const;
      await removeAll();
      const down = [await secondsFor(() => ours.down(kept)), await secondsFor(theirs.down)] as const;
      if (round === 0) continue; // Node compiles what has run often
      ratios.up.push(up[1] / up[0]);
      ratios.down.push(down[1] / down[0]);
    }
    await remove(first, kept);

    const one = await peakMegabytes(maarga.pid, () => upload(first));
    const fifty = await peakMegabytes(maarga.pid, () =>
      Promise.all(students.slice(1, 51).map((student) => upload(student))),
    );
    return [
      `upload of ${MEGABYTES} MB, of a bare server's speed: ${median(ratios.up).toFixed(2)} (at least 0.60)`,
      `download of ${MEGABYTES} MB, of a bare server's speed: ${median(ratios.down).toFixed(2)} (at least 0.60)`,
      `most memory, 50 uploads at once against 1: ${(fifty / one).toFixed(2)} (${Math.round(one)} and ${Math.round(fifty)} MB, of 500 MB sent)`,
    ].join("\n");
  } finally {
    await maarga.stop();
    await bare.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
