import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "./server.ts";

export interface S3Server {
  readonly endpoint: string;
  readonly env: Readonly<Record<string, string>>;
  /** Returns the names of all objects in the bucket. */
  keys(): Promise<string[]>;
  /** Stops the service like an outage. `start` brings it back with its objects. */
  halt(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A real S3 server on loopback, with one bucket, and the access keys that it accepts. */
export async function startS3(bucket = "documents"): Promise<S3Server> {
  const folder = await mkdtemp(path.join(tmpdir(), "maarga-s3-"));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  const start = async () => {
    const program = path.resolve(import.meta.dirname, "../../node_modules/s3rver/bin/s3rver.js");
    const options = ["--directory", folder, "--port", String(port), "--address", "127.0.0.1", "--silent"];
    child = spawn(process.execPath, [program, ...options, "--configure-bucket", bucket], { stdio: "ignore" });
    while (!(await fetch(endpoint).catch(() => undefined))) {
      if (child.exitCode !== null) throw new Error("the S3 server did not start");
      await new Promise((resolve) => setTimeout(resolve, 20));
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
    endpoint,
    env: {
      FILES_URL: `s3://${bucket}/students?endpoint=${encodeURIComponent(endpoint)}&region=ap-south-1`,
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER",
    },
    async keys() {
      const entries = await readdir(path.join(folder, bucket), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && entry.name.endsWith("._S3rver_object"))
        .map((entry) => entry.name.replace("._S3rver_object", ""));
    },
    halt,
    start,
    async stop() {
      await halt();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
