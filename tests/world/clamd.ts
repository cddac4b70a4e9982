import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { findClamd } from "../../scripts/set-up/clamd.mjs";
import { freePort } from "./server.ts";

/** A text that the scanner of the tests takes for malware. It is harmless. */
export const MALWARE = "MAARGA-TEST-MALWARE-5f2c";
export const SIGNATURE = "Maarga.Test.UNOFFICIAL";
/** The scanner of the tests refuses larger files. */
export const MAX_SCANNED_BYTES = 1024 * 1024;

export interface ClamdServer {
  readonly url: string;
  /** Stops the scanner like an outage. `start` brings it back. */
  halt(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the real clamd on loopback, with one signature of its own instead of the virus database. */
export async function startClamd(): Promise<ClamdServer> {
  const program = findClamd();
  if (!program) throw new Error("clamd is missing: run `npm test`, which installs it, or set MAARGA_CLAMD");
  const folder = await mkdtemp(path.join(tmpdir(), "maarga-clamd-"));
  const port = await freePort();
  const database = path.join(folder, "database");
  await mkdir(database);
  await writeFile(
    path.join(database, "test.ndb"),
    `Maarga.Test:0:*:${Buffer.from(MALWARE).toString("hex")}\n`,
  );
  const settings = path.join(folder, "clamd.conf");
  await writeFile(
    settings,
    [
      "Foreground yes",
      "TCPAddr 127.0.0.1",
      `TCPSocket ${port}`,
      `DatabaseDirectory ${database}`,
      `TemporaryDirectory ${folder}`,
      `StreamMaxLength ${MAX_SCANNED_BYTES}`,
      "",
    ].join("\n"),
  );
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(program, ["--config-file", settings], { stdio: "ignore" });
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error("clamd did not start");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const halt = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  await start();
  return {
    url: `tcp://127.0.0.1:${port}`,
    halt,
    start,
    async stop() {
      await halt();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a scanner that accepts connections and never replies. */
export async function startSilentScanner(): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer((socket) => socket.resume().on("error", () => socket.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return { url: `tcp://127.0.0.1:${port}`, stop: () => void server.close() };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
