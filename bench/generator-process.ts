import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { DialectName } from "./dialects.ts";
import type { Student } from "./students.ts";

export type Race = "read" | "book";

/** One server, asked over a number of connections: for so long, and at least so often. */
export interface Heat {
  readonly race: Race;
  readonly port: number;
  readonly dialect: DialectName;
  readonly prefix: string;
  readonly connections: number;
  readonly seconds: number;
  readonly leastAnswers: number;
  readonly students: readonly Student[];
}

export interface Answers {
  readonly answers: number;
  readonly seconds: number;
  /** What asking cost, which the server asked did not have. */
  readonly askingCpuSeconds: number;
  readonly medianMilliseconds: number;
  /** One answer in a hundred took longer. */
  readonly slowMilliseconds: number;
}

export class Generator {
  readonly #process: ChildProcess = fork(path.join(import.meta.dirname, "generator.js"), { execArgv: [] });

  /** Ends with an error as soon as one answer is not what it should be. */
  async run(heat: Heat): Promise<Answers> {
    this.#process.send(heat);
    const [message] = (await once(this.#process, "message")) as [{ result?: Answers; error?: string }];
    if (!message.result) throw new Error(message.error);
    return message.result;
  }

  stop(): void {
    this.#process.disconnect();
  }
}
