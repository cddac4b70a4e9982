import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { DialectName } from "./dialects.ts";
import type { Student } from "./students.ts";

export type Operation = "read" | "book";

/** Sends requests to one server over several connections, until both the time and the number of replies are reached. */
export interface LoadOptions {
  readonly operation: Operation;
  readonly port: number;
  readonly dialect: DialectName;
  readonly prefix: string;
  readonly connections: number;
  readonly seconds: number;
  readonly minReplies: number;
  readonly students: readonly Student[];
}

export interface LoadResult {
  readonly replies: number;
  readonly seconds: number;
  /** CPU time that the generator used, which was not available to the server. */
  readonly generatorCpuSeconds: number;
  readonly medianMilliseconds: number;
  /** The 99th percentile. */
  readonly p99Milliseconds: number;
}

export class Generator {
  readonly #process: ChildProcess = fork(path.join(import.meta.dirname, "generator-main.js"), {
    execArgv: [],
  });

  /** Rejects as soon as one reply is wrong. */
  async run(load: LoadOptions): Promise<LoadResult> {
    this.#process.send(load);
    const [message] = (await once(this.#process, "message")) as [{ result?: LoadResult; error?: string }];
    if (!message.result) throw new Error(message.error);
    return message.result;
  }

  stop(): void {
    this.#process.disconnect();
  }
}
