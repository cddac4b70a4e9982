import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDatabase } from "./cluster.ts";

const root = path.resolve(import.meta.dirname, "../..");

export interface RunningServer {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** The owner's login of the server's database. */
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly outboxFolder: string;
  readonly process: ChildProcess;
  /** All that the server wrote so far. */
  output(): string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Given, the server uses this database and leaves it as it is at the end. */
  readonly databaseUrl?: string;
  /** Given, the folder is used and left as it is at the end. */
  readonly dataFolder?: string;
}

/** The real server in a process of its own, over a database of its own. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const database = options.databaseUrl ? undefined : await createDatabase();
  const databaseUrl = options.databaseUrl ?? (database?.url as string);
  const dataFolder = options.dataFolder ?? (await mkdtemp(path.join(tmpdir(), "maarga-test-")));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["--import", "tsx", "server/main.ts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      MAARGA_DATA: dataFolder,
      DATABASE_URL: databaseUrl,
      BOT_CHALLENGE: "off",
      RATE_LIMITS: "off",
      LOG_LEVEL: "warn",
      ...options.env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));

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
    process: child,
    output: () => output,
    stop,
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`it ended with ${child.exitCode ?? child.signalCode}`);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
