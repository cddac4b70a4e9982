import { once } from "node:events";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { refusal } from "../errors.ts";
import { type ContentProblem, textOf } from "./content-problem.ts";
import { InspectionQueue } from "./inspection-queue.ts";

/** Ordinary files take milliseconds, and the slowest known file two seconds. A busy machine needs more. */
const TIMEOUT_MS = 5_000;
/** Files are read into memory. No bucket for documents accepts larger ones. */
const MAX_BYTES = 64 * 1024 * 1024;

interface WorkerReply {
  readonly problem: ContentProblem | "wrongType" | undefined;
  /** True if the thread has taken memory that is released only when it ends. */
  readonly isSpent: boolean;
}

/** The client of uploads with the secret key. */
const SERVER = "server";

interface InspectedUpload {
  readonly bytes: number;
  readonly type: string;
  readonly userId: string | null;
}

/** Inspects the contents of uploads, one after the other, in a thread of its own. */
export class Inspector {
  #worker: Worker | undefined;
  /** Resolves when the thread has loaded its modules, which does not count towards the time of a file. */
  #ready: Promise<unknown> = Promise.resolve();
  readonly #queue = new InspectionQueue();
  readonly #timeoutMs: number;

  constructor(timeoutMs = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  /** Throws a refusal if the file is not of the declared type, or is of a kind that nobody should have to open. */
  async inspect(file: FileHandle, { bytes, type, userId }: InspectedUpload): Promise<void> {
    if (bytes > MAX_BYTES) throw refusal("tooLarge");
    const problem = await this.#queue.run(userId ?? SERVER, async () =>
      this.#inspect(await readContents(file, bytes), type),
    );
    if (problem === "wrongType")
      throw refusal("unsupportedType", { message: `the contents of this file are not of type ${type}` });
    if (problem) throw refusal("unsafeContent", { message: textOf(problem) });
  }

  /** Returns in words why nobody should have to open a file of this type, or undefined. Throws if it takes too long. */
  async findProblem(
    contents: Uint8Array,
    { type, userId }: Pick<InspectedUpload, "type" | "userId">,
  ): Promise<string | undefined> {
    // The thread takes over the memory of what it inspects.
    const problem = await this.#queue.run(userId ?? SERVER, () =>
      this.#inspect(new Uint8Array(contents), type),
    );
    if (problem === "wrongType") return "This file is damaged.";
    return problem && textOf(problem);
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #inspect(contents: Uint8Array<ArrayBuffer>, type: string): Promise<WorkerReply["problem"]> {
    const worker = this.#worker ?? this.#start();
    await this.#ready;
    return this.#ask(worker, contents.buffer, type);
  }

  #ask(worker: Worker, bytes: ArrayBuffer, type: string): Promise<WorkerReply["problem"]> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        worker.off("message", onMessage).off("error", onError).off("exit", onExit);
        settle();
      };
      const onMessage = ({ problem, isSpent }: WorkerReply) => {
        if (isSpent) this.#discard(worker);
        end(() => resolve(problem));
      };
      const onError = (error: Error & { code?: string }) =>
        end(() => reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? limitProblem() : error));
      const onExit = () => end(() => reject(new Error("the inspection thread ended")));
      const timer = setTimeout(() => {
        end(() => reject(limitProblem()));
        this.#discard(worker);
      }, this.#timeoutMs);
      worker.on("message", onMessage).on("error", onError).on("exit", onExit);
      worker.postMessage({ bytes, type }, [bytes]);
    });
  }

  #discard(worker: Worker): void {
    this.#worker = undefined;
    worker.terminate().catch(() => undefined);
  }

  #start(): Worker {
    // The source of this file is TypeScript in development and JavaScript in the build.
    const file = new URL(`inspection-worker${path.extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
    worker.unref();
    // An error ends the thread. The upload in progress is told by its own listener.
    worker
      .on("error", () => undefined)
      .on("exit", () => {
        if (this.#worker === worker) this.#worker = undefined;
      });
    this.#worker = worker;
    this.#ready = once(worker, "message");
    return worker;
  }
}

async function readContents(file: FileHandle, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const contents = new Uint8Array(bytes);
  for (let filled = 0; filled < bytes; ) {
    const { bytesRead } = await file.read(contents, filled, bytes - filled, filled);
    if (bytesRead === 0) throw new Error("a received file is shorter than its upload");
    filled += bytesRead;
  }
  return contents;
}

function limitProblem() {
  return refusal("unsafeContent", {
    message: "This file took too long to check. Please upload photos of its pages instead.",
  });
}
