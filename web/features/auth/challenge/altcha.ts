/** What the server asks: the counter whose key, made of it and the nonce, begins with the prefix. */
interface Parameters {
  readonly nonce: string;
  readonly salt: string;
  readonly cost: number;
  readonly keyLength: number;
  readonly keyPrefix: string;
  readonly expiresAt: number;
}

/** One worker's part of the work: every `step`-th counter from `first` on. */
export interface Share extends Parameters {
  readonly first: number;
  readonly step: number;
}

export interface Solved {
  readonly token: string;
  /** When the server stops taking it, by this machine's clock. */
  readonly validUntil: number;
}

const MAX_WORKERS = 4;
/** A token that ends while it is on its way would be refused. */
const EXPIRY_MARGIN_MS = 15_000;

/** Fetches a challenge of our own server and does its work, shared among the processor's cores. */
export async function solveAltcha(url: string, signal: AbortSignal): Promise<Solved> {
  const answer = await fetch(url, { signal, cache: "no-store" });
  if (!answer.ok) throw new Error(`no challenge: ${answer.status}`);
  const challenge = (await answer.json()) as { parameters: Parameters };
  const solution = await searchInWorkers(challenge.parameters, signal);
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    validUntil: Date.now() + lifetimeMs(challenge.parameters, answer) - EXPIRY_MARGIN_MS,
  };
}

/** By the server's clock alone: many phones' clocks are minutes off. */
function lifetimeMs({ expiresAt }: Parameters, answer: Response): number {
  const issuedAt = Date.parse(answer.headers.get("date") ?? "") || Date.now();
  return expiresAt * 1000 - issuedAt;
}

async function searchInWorkers(parameters: Parameters, signal: AbortSignal): Promise<unknown> {
  const count = Math.min(MAX_WORKERS, navigator.hardwareConcurrency || 1);
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL("./altcha-worker.ts", import.meta.url), { type: "module" }),
  );
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      workers.forEach((worker, first) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = () => reject(new Error("a worker failed"));
        worker.postMessage({ ...parameters, first, step: count } satisfies Share);
      });
    });
  } finally {
    for (const worker of workers) worker.terminate();
  }
}
