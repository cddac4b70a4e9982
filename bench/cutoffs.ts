import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { Connection } from "./connection.ts";
import { cpuSecondsOf, cpuSecondsOfFamily } from "./cpu.ts";
import { Database } from "./database.ts";
import { median } from "./report.ts";
import type { ServerProcess } from "./server-process.ts";
import { startMaarga } from "./tested-servers.ts";

/**
 * `npm run bench -- cutoffs`: visitors ask `/cutoffs` over 64 connections, each time for another rank, so that no answer is
 * kept already. Beside it, in turns, pgbench sends the same statement to the same PostgreSQL.
 */

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const CONNECTIONS = 64;
/** As many as the server may have. */
const PGBENCH_CLIENTS = 10;
const ROUNDS = 5;
const SECONDS = 5;
const MIN_RATIO = 0.5;
const ALONE = 100;

/** Prime to the number of ranks, so that each is asked once before any is asked again. */
const STEP = 7_919;
const RANKS = 150_000;
let asked = 0;
const nextRank = () => 1_000 + ((asked++ * STEP) % RANKS);

const request = (rank: number) =>
  `GET /cutoffs?rank=${rank}&exam=UGCET&category=2A&rural=yes HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`;

/** Returns false for a visitor who is told that the server is busy, as beyond three seconds of waiting. */
async function ask(connection: Connection): Promise<boolean> {
  const { status, body } = await connection.send(request(nextRank()));
  if (status === 503) return false;
  if (status !== 200 || body.length < 4_000) throw new Error(`a visitor got status ${status}`);
  return true;
}

/** Returns the answers per second. Each connection has an address of its own in 127.0.0.0/8, as other visitors have. */
async function measureServer(port: number, seconds: number): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) => Connection.open(port, `127.0.1.${index + 1}`)),
  );
  const start = performance.now();
  let answers = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < start + seconds * 1_000) {
        if (await ask(connection)) answers++;
      }
      connection.close();
    }),
  );
  return answers / ((performance.now() - start) / 1_000);
}

/** As PostgreSQL does by itself within some minutes after so many insertions. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("vacuum (analyze)");
  await client.end();
}

/** The statement of server/public-pages/rows/search-seats.ts, with the values of the request. */
async function pgbenchScript(): Promise<string> {
  const source = await readFile(path.join(PROJECT, "server/public-pages/rows/search-seats.ts"), "utf8");
  const statement = /const SEARCH = `([^`$]*(?:\$\d[^`$]*)+)`/.exec(source)?.[1];
  if (!statement) throw new Error("the statement of the search was not found");
  const values = ["'UGCET'", ":rank", "'2A'", "true", "false", "false"];
  const limits = ["25", "0"];
  const filled = statement.replace(/\$(\d+)/g, (_, number) => {
    const at = Number(number);
    return values[at - 1] ?? limits[at - 14] ?? "null";
  });
  return `\\set rank random(1000, ${RANKS})\n${filled.trim().replaceAll("\n", " ")};\n`;
}

/** Returns the statements per second. */
async function measurePgbench(url: string, script: string, seconds: number): Promise<number> {
  const { stdout } = await promisify(execFile)("pgbench", [
    ...["-n", "-M", "prepared", "-c", String(PGBENCH_CLIENTS), "-j", "1", "-T", String(seconds)],
    ...["-f", script, url],
  ]);
  return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
}

/** Prints what one search costs, without others at the same time. */
async function measureAlone({ port, pid }: ServerProcess, databasePid: number): Promise<void> {
  const connection = await Connection.open(port);
  const [serverBefore, databaseBefore] = [cpuSecondsOf(pid), cpuSecondsOfFamily(databasePid)];
  const times: number[] = [];
  for (let count = 0; count < ALONE; count++) {
    const start = performance.now();
    await ask(connection);
    times.push(performance.now() - start);
  }
  connection.close();
  const perSearch = (seconds: number) => ((seconds / ALONE) * 1_000).toFixed(1);
  console.log(
    `one after the other: ${median(times).toFixed(1)} ms in the middle, ${Math.min(...times).toFixed(1)} at least; ` +
      `CPU ${perSearch(cpuSecondsOf(pid) - serverBefore)} ms in the server, ${perSearch(cpuSecondsOfFamily(databasePid) - databaseBefore)} ms in the database`,
  );
}

const database = await Database.start(PROJECT);
const folder = await mkdtemp(path.join(tmpdir(), "maarga-bench-"));
try {
  // The first start loads all closing ranks.
  const settings = { RATE_LIMITS: "on" };
  const dataFolder = path.join(database.folder, "maarga");
  const { server } = await startMaarga(PROJECT, { ownerUrl: database.ownerUrl, dataFolder, settings });
  try {
    await vacuum(database.ownerUrl);
    const script = path.join(folder, "search.sql");
    await writeFile(script, await pgbenchScript());
    await measureServer(server.port, 2);
    await measurePgbench(database.ownerUrl, script, 2);
    await measureAlone(server, await database.pid());
    const ratios: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const ours = await measureServer(server.port, SECONDS);
      const theirs = await measurePgbench(database.ownerUrl, script, SECONDS);
      ratios.push(ours / theirs);
      console.log(
        `round ${round}: Maarga ${ours.toFixed(1)}/s over ${CONNECTIONS} connections, pgbench ${theirs.toFixed(1)}/s: ${(ours / theirs).toFixed(2)}`,
      );
    }
    const ratio = median(ratios);
    console.log(
      `${ratio.toFixed(2)} of pgbench; at least ${MIN_RATIO}: ${ratio >= MIN_RATIO ? "reached" : "NOT REACHED"}`,
    );
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
