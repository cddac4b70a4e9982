import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { retryWhenLimited } from "./retry-limited.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const REFRESH = "http://localhost/auth/v1/token?grant_type=refresh_token";
const limited = (retryAfter = "2") =>
  new Response("{}", { status: 429, headers: { "retry-after": retryAfter } });

/** Sends one request to a server that gives these responses, the last of them again and again. */
async function send(
  responses: readonly (() => Response)[],
  init?: RequestInit,
  url = "http://localhost/rest",
) {
  let requests = 0;
  let told = 0;
  const startedAt = Date.now();
  const fetched = retryWhenLimited(
    async () => {
      const respond = responses[Math.min(requests, responses.length - 1)] as () => Response;
      requests += 1;
      return respond();
    },
    () => {
      told += 1;
    },
  )(url, init);
  const response = fetched.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  const result = await response;
  return {
    status: result instanceof Response ? result.status : result,
    requests,
    told,
    waitedSeconds: (Date.now() - startedAt) / 1_000,
  };
}

const ok = () => new Response("[]");

describe("a read that is limited", () => {
  test("is sent again after the time that the server names", async () => {
    expect(await send([limited, ok])).toEqual({ status: 200, requests: 2, told: 0, waitedSeconds: 2 });
  });

  test("fails after three more attempts", async () => {
    expect(await send([limited])).toEqual({ status: 429, requests: 4, told: 0, waitedSeconds: 6 });
  });

  test("fails at once if the time is long or missing", async () => {
    expect(await send([() => limited("600")])).toMatchObject({ status: 429, requests: 1 });
    expect(await send([() => new Response("{}", { status: 429 })])).toMatchObject({ requests: 1 });
  });

  test("is not sent again after it was aborted", async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error("left the page")), 500);
    const { status, requests } = await send([limited, ok], { signal: abort.signal });
    expect([status, requests]).toEqual([new Error("left the page"), 1]);
  });
});

test.each(["POST", "PATCH", "PUT", "DELETE"])(
  "a limited %s is not sent again, and the person is told",
  async (method) => {
    expect(await send([limited, ok], { method })).toMatchObject({ status: 429, requests: 1, told: 1 });
  },
);

describe("a refresh of the session that is limited", () => {
  test("is sent again", async () => {
    expect(await send([limited, ok], { method: "POST" }, REFRESH)).toMatchObject({
      status: 200,
      requests: 2,
    });
  });

  test("never ends the session: the official client is told to try later", async () => {
    expect(await send([limited], { method: "POST" }, REFRESH)).toMatchObject({ status: 503, requests: 4 });
  });
});
