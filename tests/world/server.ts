import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { createDatabase, type TestDatabase } from "./cluster.ts";

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
  /** If given, the server uses this database instead of a new one, and drops it at the end. */
  readonly database?: TestDatabase;
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
  const database = options.databaseUrl ? undefined : (options.database ?? (await createDatabase()));
  const databaseUrl = options.databaseUrl ?? (database?.url as string);
  const dataFolder = options.dataFolder ?? (await mkdtemp(path.join(tmpdir(), "maarga-test-")));
  let running: Launched | undefined;
  const stop = async () => {
    if (running && !hasEnded(running.process)) {
      running.process.kill("SIGTERM");
      await once(running.process, "exit");
    }
    await database?.drop();
    if (!options.dataFolder) await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    running = await launch(dataFolder, { DATABASE_URL: databaseUrl, ...options.env });
  } catch (error) {
    await stop();
    throw error;
  }
  const secrets = JSON.parse(await readFile(path.join(dataFolder, "secrets.json"), "utf8"));
  return {
    ...running,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    databaseUrl,
    dataFolder,
    outboxFolder: path.join(dataFolder, "outbox"),
    stop,
  };
}

type Launched = Pick<RunningServer, "url" | "logFile" | "process">;

/** Returns when the server listens. It starts again on another port if another program has taken the one that was free. */
async function launch(dataFolder: string, env: Readonly<Record<string, string>>): Promise<Launched> {
  for (;;) {
    const port = await freePort();
    const logFile = path.join(dataFolder, `server-${port}.log`);
    const log = openSync(logFile, "a");
    const logged = fstatSync(log).size;
    const child = spawn(process.execPath, [...NODE_FLAGS, "build/server/main.js"], {
      cwd: root,
      stdio: ["ignore", log, log],
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        MAARGA_DATA: dataFolder,
        BOT_CHALLENGE: "off",
        RATE_LIMITS: "off",
        CUTOFFS: "off",
        LOG_LEVEL: "warn",
        ...env,
      },
    });
    closeSync(log);
    const output = () => readFileSync(logFile).subarray(logged).toString();
    if (await isUp(child, output)) return { url: `http://localhost:${port}`, logFile, process: child };
    if (!output().includes("is in use by another program"))
      throw new Error(`the server exited with ${child.exitCode ?? child.signalCode}:\n${output()}`);
  }
}

/** Reads the server's own output: a program that has taken its port meanwhile might answer requests as well. */
async function isUp(child: ChildProcess, output: () => string): Promise<boolean> {
  while (!output().includes("Maarga is up:")) {
    if (hasEnded(child)) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
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
