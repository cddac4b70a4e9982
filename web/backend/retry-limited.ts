const MAX_RETRIES = 3;
/** Nobody waits longer for a page. */
const MAX_WAIT_SECONDS = 10;

type Fetch = typeof fetch;

/**
 * Wraps a fetch: a read that the server refuses with 429 is sent again after the time that the server names. A write is
 * not, because nobody would know whether it still waits: `onLimitedWrite` tells the person.
 */
export function retryWhenLimited(send: Fetch, onLimitedWrite: () => void): Fetch {
  return async (input, init) => {
    for (let retries = 0; ; retries++) {
      const response = await send(input, init);
      if (response.status !== 429) return response;
      const waitSeconds = Number(response.headers.get("retry-after") ?? Number.POSITIVE_INFINITY);
      if (retries < MAX_RETRIES && waitSeconds <= MAX_WAIT_SECONDS && mayRepeat(input, init)) {
        await wait(waitSeconds * 1_000, init?.signal);
        continue;
      }
      if (isRefresh(input)) return asUnavailable(response);
      if (!mayRepeat(input, init)) onLimitedWrite();
      return response;
    }
  };
}

/** A refresh that was refused has not used up its token. */
function mayRepeat(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  const method = (init?.method ?? "GET").toUpperCase();
  return method === "GET" || method === "HEAD" || isRefresh(input);
}

/** Returns whether a request refreshes the session. */
export function isRefresh(input: RequestInfo | URL): boolean {
  return String(input).includes("grant_type=refresh_token");
}

/** The official client ends the session on 429. On 503 it keeps the session and tries again later. */
function asUnavailable({ body, headers }: Response): Response {
  return new Response(body, { status: 503, headers });
}

function wait(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
