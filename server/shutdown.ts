import { setTimeout as wait } from "node:timers/promises";

interface Part {
  readonly name: string;
  readonly stop: () => Promise<void>;
}

/** Longer than running jobs get, shorter than service managers wait before they kill a process. */
const TIMEOUT_MS = 30_000;
/** For each part after that, such as the database, which loses nothing if its stop is not awaited. */
const LEAST_MS = 1_000;

/** The started parts of the server. They are stopped in the opposite order, even if the start fails half-way. */
export class Shutdown {
  readonly #parts: Part[] = [];

  add(name: string, stop: () => Promise<void>): void {
    this.#parts.push({ name, stop });
  }

  /** Returns the parts that did not stop, in time or at all: they may keep the process alive. */
  async run(
    report: (message: string) => void,
    timeoutMs = TIMEOUT_MS,
    leastMs = LEAST_MS,
  ): Promise<string[]> {
    const deadline = performance.now() + timeoutMs;
    const left: string[] = [];
    for (const { name, stop } of this.#parts.splice(0).reverse()) {
      const problem = await findProblem(stop(), Math.max(deadline - performance.now(), leastMs));
      if (problem === undefined) continue;
      report(`Stopping without waiting any longer for ${name}: ${problem}`);
      left.push(name);
    }
    return left;
  }
}

/** Returns why the work did not end: its error, or the limit. */
async function findProblem(work: Promise<void>, limitMs: number): Promise<string | undefined> {
  const ended = new AbortController();
  const result = work.then(
    () => undefined,
    (error: Error) => String(error.stack),
  );
  const limit = wait(limitMs, `not done in ${Math.round(limitMs / 1_000)} seconds`, {
    signal: ended.signal,
  }).catch(() => undefined);
  try {
    return await Promise.race([result, limit]);
  } finally {
    ended.abort();
  }
}
