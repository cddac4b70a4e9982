import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { chooseAccount } from "../../server/postgres/embedded/account.ts";
import { findBinaries } from "../../server/postgres/embedded/binaries.ts";
import { type Embedded, startEmbedded } from "../../server/postgres/embedded/start-embedded.ts";
import { queryOverNewConnection } from "../world/sql.ts";

// Processes start and databases recover in these tests, perhaps on a busy machine.
const TIMEOUT_MS = 60_000;
vi.setConfig({ testTimeout: 3 * TIMEOUT_MS });

const password = "of-the-owner";
let parent: string;
let folder: string;
const running: Embedded[] = [];
const children: ChildProcess[] = [];

const base = mkdtempSync(path.join(tmpdir(), "maarga-start-base-"));

beforeAll(async () => {
  const first = await startEmbedded({ folder: path.join(base, "postgres"), password, durable: false });
  await queryOverNewConnection(first.ownerUrl, "create table kept as select 42 as answer");
  await first.stop();
});

afterAll(() => rmSync(base, { recursive: true }));

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), "maarga-start-"));
  folder = path.join(parent, "postgres");
  execFileSync("cp", ["-a", path.join(base, "postgres"), folder]);
});

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  for (const each of running.splice(0)) await each.stop();
  rmSync(parent, { recursive: true });
});

type Options = Partial<Parameters<typeof startEmbedded>[0]>;

/** Starts the database without flushes to disk, unless a test is about them. */
async function start(options: Options = {}): Promise<Embedded> {
  const embedded = await startEmbedded({ folder, password, durable: false, ...options });
  running.push(embedded);
  return embedded;
}

/** Starts the database in a process of its own, and collects the lines it prints. */
async function startProcess(work: "write" | "idle"): Promise<{ child: ChildProcess; lines: string[] }> {
  const script = path.join(import.meta.dirname, "../world/database-writer.mjs");
  const child = spawn(process.execPath, [script, folder, password, work], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => lines.push(line));
  await vi.waitUntil(() => lines.includes("ready"), { timeout: TIMEOUT_MS });
  return { child, lines };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

const postmasterOf = (at: string) =>
  Number(readFileSync(path.join(at, "postmaster.pid"), "utf8").split("\n")[0]);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function writtenRows(url: string): Promise<number[]> {
  const rows = await queryOverNewConnection<{ number: number }>(
    url,
    "select number from written order by number",
  );
  return rows.map((row) => row.number);
}

test("the second start finds the data of the first", async () => {
  const { ownerUrl } = await start();
  expect(await queryOverNewConnection(ownerUrl, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("the database flushes to disk, requires the password and listens only on a socket of its owner", async () => {
  const embedded = await startEmbedded({ folder, password });
  running.push(embedded);
  const { ownerUrl } = embedded;
  expect(
    await queryOverNewConnection(
      ownerUrl,
      "select current_setting('fsync') || current_setting('synchronous_commit') as is",
    ),
  ).toEqual([{ is: "onon" }]);
  expect(await queryOverNewConnection(ownerUrl, "select current_setting('listen_addresses') as is")).toEqual([
    { is: "" },
  ]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await expect(queryOverNewConnection(ownerUrl.replace(password, "guessed"), "select 1")).rejects.toThrow(
    /password/,
  );
});

test("a folder whose path is too long for a socket gets a port on loopback", async () => {
  const { ownerUrl } = await start({ folder: path.join(parent, "a".repeat(100)) });
  expect(new URL(ownerUrl).hostname).toBe("127.0.0.1");
  expect(await queryOverNewConnection(ownerUrl, "select current_setting('listen_addresses') as is")).toEqual([
    { is: "127.0.0.1" },
  ]);
  await expect(queryOverNewConnection(ownerUrl.replace(password, "guessed"), "select 1")).rejects.toThrow(
    /password/,
  );
});

test("a server killed with SIGKILL while rows are written, with or without its database, loses no committed row", async () => {
  for (const alsoKillDatabase of [false, true]) {
    const { child, lines } = await startProcess("write");
    await vi.waitUntil(() => lines.length > 100, { timeout: TIMEOUT_MS });
    if (alsoKillDatabase) process.kill(postmasterOf(folder), "SIGKILL");
    await kill(child);
    const { ownerUrl, stop } = await start();
    const found = await writtenRows(ownerUrl);
    expect(found).toEqual(found.map((_, index) => index + 1));
    expect(found.length).toBeGreaterThanOrEqual(Number(lines.at(-1)));
    await stop();
  }
});

test("the database stops when its server is killed", async () => {
  const { child } = await startProcess("idle");
  const postmaster = postmasterOf(folder);
  await kill(child);
  await vi.waitUntil(() => !isAlive(postmaster), { timeout: TIMEOUT_MS });
});

test("a database that is still running is stopped and started again", async () => {
  const programs = await findBinaries();
  const byHand = chooseAccount(folder, programs.initdb).command(programs.postgres, [
    "-D",
    folder,
    "-c",
    `unix_socket_directories=${folder}`,
    "-c",
    "listen_addresses=",
  ]);
  const earlier = spawn(byHand.file, byHand.args, { ...byHand.options, stdio: "ignore" });
  const ended = once(earlier, "exit");
  await vi.waitUntil(
    () =>
      readdirSync(folder).includes("postmaster.pid") &&
      readFileSync(path.join(folder, "postmaster.pid"), "utf8").includes("ready"),
    { timeout: TIMEOUT_MS },
  );
  const { ownerUrl } = await start();
  await ended;
  expect(postmasterOf(folder)).not.toBe(earlier.pid);
  expect(await queryOverNewConnection(ownerUrl, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("a second server over the same folder is refused, and the first keeps running", async () => {
  const { child } = await startProcess("idle");
  const postmaster = postmasterOf(folder);
  await expect(startEmbedded({ folder, password })).rejects.toThrow(
    `${folder} is in use by process ${child.pid}`,
  );
  expect(postmasterOf(folder)).toBe(postmaster);
  expect(isAlive(postmaster)).toBe(true);
});

test("another program that has been given the old process id is not stopped", async () => {
  const first = await start();
  const pidFile = path.join(folder, "postmaster.pid");
  const lines = readFileSync(pidFile, "utf8").split("\n");
  await first.stop();
  execFileSync("cp", ["-a", folder, path.join(parent, "foreign")]);
  const foreign = await start({ folder: path.join(parent, "foreign") });
  const foreigner = postmasterOf(path.join(parent, "foreign"));
  writeFileSync(pidFile, [foreigner, ...lines.slice(1)].join("\n"));
  const { ownerUrl } = await start();
  expect(await queryOverNewConnection(ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(postmasterOf(path.join(parent, "foreign"))).toBe(foreigner);
  expect(await queryOverNewConnection(foreign.ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a database that is killed is started again by its server", async () => {
  const failures: string[] = [];
  const { ownerUrl } = await start({ report: (failure) => failures.push(failure) });
  process.kill(postmasterOf(folder), "SIGKILL");
  await vi.waitFor(
    async () =>
      expect(await queryOverNewConnection(ownerUrl, "select answer from kept")).toEqual([{ answer: 42 }]),
    { timeout: TIMEOUT_MS, interval: 50 },
  );
  expect(failures).toEqual([expect.stringContaining("SIGKILL")]);
});

test("two first starts at the same moment create one database, and one of the servers is refused", async () => {
  const fresh = path.join(parent, "fresh");
  const results = await Promise.allSettled([start({ folder: fresh }), start({ folder: fresh })]);
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = results.find((result) => result.status === "rejected");
  expect(String(refused?.reason)).toContain("is in use by");
  expect(readdirSync(parent).filter((name) => name.includes("draft"))).toEqual([]);
});

test("a folder with other files is refused and left as it is", async () => {
  rmSync(path.join(folder, "PG_VERSION"));
  const before = readdirSync(folder);
  await expect(start()).rejects.toThrow("holds files but no database");
  expect(readdirSync(folder)).toEqual(before);
});

test("a password that does not match the database is reported, and the database is stopped again", async () => {
  await expect(startEmbedded({ folder, password: "another" })).rejects.toThrow(/secrets\.json/);
  expect(readdirSync(folder)).not.toContain("postmaster.pid");
});
