import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Connection } from "./connection.ts";
import { cpuSecondsOf } from "./cpu.ts";
import type { CrowdAttack } from "./crowd-attacker.ts";
import { Database } from "./database.ts";
import { dialectOf } from "./dialects.ts";
import { median } from "./report.ts";
import type { Student } from "./students.ts";
import { startMaarga } from "./tested-servers.ts";
import { readSecrets, signInStudents } from "./tokens.ts";

/**
 * Response times of ordinary students, alone and beside one client with a thousand connections that send requests as fast
 * as they are answered. Each student has an address of their own in 127.0.0.0/8, which works on Linux.
 */

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
/** Without limits, one round takes minutes, because the students wait for so long. */
const ROUNDS = { on: 5, off: 1 } as const;
const SECONDS = 6;
/** Left out of the measurement, in which the attacker opens its connections. */
const START_SECONDS = 3;
const PAUSE_MS = 100;
const ATTACKER_CONNECTIONS = 1_000;
const ATTACKER_ADDRESS = "127.0.1.1";

const dialect = dialectOf("tables", "/rest/v1");

const get = (address: string) => `GET ${address} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`;

/** The requests of the attacker, by the name in the command. A number takes the place of each %d. */
const ATTACKS: Readonly<Record<string, (attacker: Student) => string>> = {
  rows: (attacker) => dialect.read(attacker),
  pages: () => get("/"),
  "wrong-keys": () => get("/rest/v1/plans"),
  questions: () => get("/cutoffs?exam=UGCET&rank=%d"),
  searches: () => get("/colleges?name=%d"),
  pipelines: () => get("/config.json").repeat(1_000),
};

const BUSY = 503;

/**
 * Returns the waits of all students in milliseconds. Each sends a request ten times a second. Without limits, an attacker
 * can keep them waiting until the server gives up.
 */
async function measure(port: number, students: readonly Student[], mayBeBusy = false): Promise<number[]> {
  const waits: number[] = [];
  const start = performance.now();
  await Promise.all(
    students.map(async (student, index) => {
      const connection = await Connection.open(port, `127.0.0.${index + 2}`);
      await wait(Math.random() * PAUSE_MS);
      for (let now = start; now < start + SECONDS * 1_000; ) {
        const sentAt = performance.now();
        const reply = await connection.send(dialect.read(student));
        now = performance.now();
        if (!dialect.isRead(reply) && !(mayBeBusy && reply.status === BUSY))
          throw new Error(`a student got status ${reply.status}`);
        waits.push(now - sentAt);
        await wait(Math.max(0, PAUSE_MS - (now - sentAt)));
      }
      connection.close();
    }),
  );
  return waits;
}

function p99(waits: readonly number[]): number {
  return [...waits].sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN;
}

async function startAttack(attack: CrowdAttack): Promise<ChildProcess> {
  const attacker = fork(path.join(import.meta.dirname, "crowd-attacker.js"), { execArgv: [] });
  attacker.send(attack);
  await wait(START_SECONDS * 1_000);
  return attacker;
}

/** Returns the CPU seconds that a process used for each second of the work. */
async function withCpu<T>(pids: readonly number[], work: () => Promise<T>): Promise<[T, string]> {
  const before = pids.map(cpuSecondsOf);
  const start = performance.now();
  const result = await work();
  const seconds = (performance.now() - start) / 1_000;
  return [
    result,
    pids.map((pid, at) => ((cpuSecondsOf(pid) - (before[at] ?? 0)) / seconds).toFixed(2)).join(" and "),
  ];
}

let hasStudents = false;

async function measureServer(database: Database, attack: string, limits: "on" | "off"): Promise<string> {
  const dataFolder = path.join(database.folder, "maarga");
  const settings = { RATE_LIMITS: limits };
  const { server } = await startMaarga(PROJECT, { ownerUrl: database.ownerUrl, dataFolder, settings });
  try {
    if (!hasStudents) await database.addStudents();
    hasStudents = true;
    const issuer = `http://127.0.0.1:${server.port}/auth/v1`;
    const [attackingStudent, ...students] = await signInStudents(await readSecrets(dataFolder), issuer);
    await measure(server.port, students); // warms up
    const rounds: { alone: number; beside: number }[] = [];
    let served = 0;
    for (let round = 0; round < ROUNDS[limits]; round++) {
      const [alone, cpuAlone] = await withCpu([server.pid], () => measure(server.port, students));
      const attacker = await startAttack({
        port: server.port,
        address: ATTACKER_ADDRESS,
        connections: ATTACKER_CONNECTIONS,
        request: ATTACKS[attack]?.(attackingStudent as Student) ?? "",
      });
      const pids = [server.pid, attacker.pid as number];
      const [beside, cpuBeside] = await withCpu(pids, () => measure(server.port, students, limits === "off"));
      attacker.send("stop");
      const [statuses] = (await once(attacker, "message")) as [Record<string, number>];
      served += statuses["200"] ?? 0;
      rounds.push({ alone: p99(alone), beside: p99(beside) });
      console.log(
        `${attack}, RATE_LIMITS=${limits}: p99 alone ${p99(alone).toFixed(1)} ms, beside ${p99(beside).toFixed(1)} ms; ` +
          `CPU of the server ${cpuAlone}, of server and attacker ${cpuBeside}; load ${loadavg()[0]?.toFixed(1)}; ` +
          `attacker: ${JSON.stringify(statuses)}`,
      );
    }
    const ratio = median(rounds.map(({ alone, beside }) => beside / alone));
    return `${attack}, RATE_LIMITS=${limits}: the others' p99 is ${ratio.toFixed(2)} times as long; the attacker was served ${served} times`;
  } finally {
    await server.stop();
  }
}

const attacks = process.argv.slice(3);
const database = await Database.start(PROJECT);
try {
  const lines: string[] = [];
  if (attacks.length === 0) lines.push(await measureServer(database, "rows", "off"));
  for (const attack of attacks.length > 0 ? attacks : Object.keys(ATTACKS))
    lines.push(await measureServer(database, attack, "on"));
  console.log(lines.join("\n"));
} finally {
  await database.stop();
}
