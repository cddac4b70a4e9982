import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** The end of its output. */
  output(): string;
  stop(): Promise<void>;
}

interface Options {
  readonly program: string;
  readonly args?: readonly string[];
  /** The environment of the server on the given port; PATH and NODE_ENV are added. */
  readonly env: (port: number) => Record<string, string>;
  /** Responds with a status below 500 when the server is ready. */
  readonly readyPath: string;
}

/** Killed on exit: an aborted benchmark cannot stop a server that is still starting. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A machine that is busy with other work starts a server slowly. */
const START_TIMEOUT_MS = 300_000;

export async function startServer({ program, args = [], env, readyPath }: Options): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env(port) },
  });
  running.add(child);
  child.once("close", () => running.delete(child));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output = (output + chunk).slice(-10_000);
    });
  let failure: Error | undefined;
  child.on("error", (error) => {
    failure = error;
  });
  const ended = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (ended()) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };

  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady(port, readyPath))) {
    if (!ended() && Date.now() < deadline) continue;
    await stop();
    throw new Error(`${program} ${args.join(" ")} did not start:\n${output}`, { cause: failure });
  }
  return { port, pid: child.pid as number, output: () => output, stop };
}

async function isReady(port: number, path: string): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    await response.arrayBuffer();
    return response.status < 500;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 50)); // not listening yet
    return false;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port on 127.0.0.1");
  return address.port;
}
