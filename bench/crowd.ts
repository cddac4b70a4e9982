import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Connection } from "./connection.ts";
import type { CrowdAttack } from "./crowd-attacker.ts";
import { Database } from "./database.ts";
import { dialectOf } from "./dialects.ts";
import { median } from "./report.ts";
import type { Student } from "./students.ts";
import { startMaarga } from "./tested-servers.ts";
import { readSecrets, signInStudents } from "./tokens.ts";

/**
 * Response times of ordinary students, alone and beside one user with a thousand connections that send requests as fast as
 * they are answered. Each student has an address of their own in 127.0.0.0/8, which works on Linux.
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

async function measureServer(database: Database, limits: "on" | "off"): Promise<string> {
  const dataFolder = path.join(database.folder, "maarga");
  const settings = { RATE_LIMITS: limits };
  const { server } = await startMaarga(PROJECT, { ownerUrl: database.ownerUrl, dataFolder, settings });
  try {
    if (limits === "off") await database.addStudents();
    const issuer = `http://127.0.0.1:${server.port}/auth/v1`;
    const [attackingStudent, ...students] = await signInStudents(await readSecrets(dataFolder), issuer);
    await measure(server.port, students); // warms up
    const rounds: { alone: number; beside: number }[] = [];
    let served = 0;
    for (let round = 0; round < ROUNDS[limits]; round++) {
      const alone = p99(await measure(server.port, students));
      const attacker = await startAttack({
        port: server.port,
        address: ATTACKER_ADDRESS,
        connections: ATTACKER_CONNECTIONS,
        request: dialect.read(attackingStudent as Student),
      });
      const beside = p99(await measure(server.port, students, limits === "off"));
      attacker.send("stop");
      const [statuses] = (await once(attacker, "message")) as [Record<string, number>];
      served += statuses["200"] ?? 0;
      rounds.push({ alone, beside });
      console.log(
        `RATE_LIMITS=${limits}: p99 alone ${alone.toFixed(1)} ms, beside ${beside.toFixed(1)} ms; attacker: ${JSON.stringify(statuses)}`,
      );
    }
    const ratio = median(rounds.map(({ alone, beside }) => beside / alone));
    return `RATE_LIMITS=${limits}: the others' p99 is ${ratio.toFixed(2)} times as long; the attacker was served ${served} times`;
  } finally {
    await server.stop();
  }
}

const database = await Database.start(PROJECT);
try {
  const lines = [await measureServer(database, "off"), await measureServer(database, "on")];
  console.log(lines.join("\n"));
} finally {
  await database.stop();
}
