/** The server's task: find the counter that, with the nonce, gives a key that starts with the prefix. */
interface Parameters {
  readonly nonce: string;
  readonly salt: string;
  readonly cost: number;
  readonly keyLength: number;
  readonly keyPrefix: string;
  readonly expiresAt: number;
}

/** The share of one worker, which tries every `step`-th counter, starting with `first`. */
export interface Share extends Parameters {
  readonly first: number;
  readonly step: number;
}

export interface Solved {
  readonly token: string;
  /** The time on this device's clock at which the server stops accepting the token. */
  readonly validUntil: number;
}

const MAX_WORKERS = 4;
/** Leaves time for the request to arrive, since the server refuses an expired token. */
const EXPIRY_MARGIN_MS = 15_000;

/** Fetches a challenge from our own server and solves it in several workers. */
export async function solveAltcha(url: string, signal: AbortSignal): Promise<Solved> {
  const response = await fetch(url, { signal, cache: "no-store" });
  if (!response.ok) throw new Error(`no challenge: ${response.status}`);
  const challenge = (await response.json()) as { parameters: Parameters };
  const solution = await searchInWorkers(challenge.parameters, signal);
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    validUntil: Date.now() + lifetimeMs(challenge.parameters, response) - EXPIRY_MARGIN_MS,
  };
}

/** Compares times of the server's clock only, since the clocks of many phones are minutes off. */
function lifetimeMs({ expiresAt }: Parameters, response: Response): number {
  const issuedAt = Date.parse(response.headers.get("date") ?? "") || Date.now();
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
