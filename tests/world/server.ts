import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { createDatabase } from "./cluster.ts";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * For a program that a test starts: most live for seconds, so V8 optimizes only what runs ten times as long as usual.
 * Without source maps, which take a sixth of a start: the lines of the built files are almost those of the sources.
 */
export const NODE_FLAGS = ["--interrupt-budget=1320000"];

/** The properties of a running server that are available to tests that share it. */
export interface Server {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** The owner's login of the server's database. */
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly outboxFolder: string;
  readonly logFile: string;
}

export interface RunningServer extends Server {
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** If given, the server uses this database and leaves it in place at the end. */
  readonly databaseUrl?: string;
  /** If given, the server uses this folder and leaves it in place at the end. */
  readonly dataFolder?: string;
}

declare module "vitest" {
  interface ProvidedContext {
    sharedServers: readonly Server[];
  }
}

/**
 * Returns the server with default settings that all files of one worker share. Its database, log and outbox keep what
 * earlier files left, so a test checks only the people that it created itself. A test that needs other settings, or an empty
 * database, starts its own server.
 */
export function sharedServer(): Server {
  const worker = Number(process.env.VITEST_POOL_ID);
  return inject("sharedServers")[worker - 1] as Server;
}

/** Starts the built server in a process of its own, over a database of its own. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const database = options.databaseUrl ? undefined : await createDatabase();
  const databaseUrl = options.databaseUrl ?? (database?.url as string);
  const dataFolder = options.dataFolder ?? (await mkdtemp(path.join(tmpdir(), "maarga-test-")));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const logFile = path.join(dataFolder, `server-${port}.log`);
  const log = openSync(logFile, "a");
  const child = spawn(process.execPath, [...NODE_FLAGS, "build/server/main.js"], {
    cwd: root,
    stdio: ["ignore", log, log],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      MAARGA_DATA: dataFolder,
      DATABASE_URL: databaseUrl,
      BOT_CHALLENGE: "off",
      RATE_LIMITS: "off",
      CUTOFFS: "off",
      LOG_LEVEL: "warn",
      ...options.env,
    },
  });

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    await database?.drop();
    if (!options.dataFolder) await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    await untilReady(url, child);
  } catch (cause) {
    const output = readFileSync(logFile, "utf8");
    await stop();
    throw new Error(`the server did not start:\n${output}`, { cause });
  }
  const secrets = JSON.parse(await readFile(path.join(dataFolder, "secrets.json"), "utf8"));
  return {
    url,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    databaseUrl,
    dataFolder,
    outboxFolder: path.join(dataFolder, "outbox"),
    logFile,
    process: child,
    stop,
  };
}

export async function killServer({ process }: RunningServer): Promise<void> {
  const exited = once(process, "exit");
  process.kill("SIGKILL");
  await exited;
}

/** Returns everything that the server has logged so far. */
export function outputOf(server: Server): string {
  return readFileSync(server.logFile, "utf8");
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`it exited with ${child.exitCode ?? child.signalCode}`);
}

/** Each worker has its own range, below the ports that the system gives out, so nobody takes a port before its server. */
let nextPort = 20_000 + 2_000 * Number(process.env.VITEST_POOL_ID ?? 0) + Math.floor(Math.random() * 1_000);

export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort++;
    const probe = createServer();
    const isFree = await new Promise((resolve) => {
      probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}
