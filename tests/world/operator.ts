import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { NODE_FLAGS } from "./server.ts";

const root = path.resolve(import.meta.dirname, "../..");

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the operator's commands in a process of its own. */
export async function maarga(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input = "",
): Promise<CommandResult> {
  const child = spawn(process.execPath, [...NODE_FLAGS, "build/server/maarga.js", ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
  });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { exitCode: child.exitCode, stdout, stderr };
}
