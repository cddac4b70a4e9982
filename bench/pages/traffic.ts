import { setTimeout } from "node:timers/promises";
import type { CDPSession } from "@playwright/test";

const QUIET_MS = 500;
const QUIET_STEP_MS = 50;

interface SeenRequest {
  readonly url: string;
  readonly startedAt: number;
  endedAt: number | undefined;
  bytes: number;
  isCached: boolean;
}

export interface Traffic {
  readonly kilobytes: number;
  readonly requests: number;
  /** The longest series of requests of which each started after the one before it had ended. */
  readonly depth: number;
  /** A line for each request: when it started and ended, its kB and its address. */
  readonly lines: readonly string[];
}

/** Records the requests of a page. Times are milliseconds since 1970. */
export class TrafficRecorder {
  readonly #requests = new Map<string, SeenRequest>();
  /** The difference between the browser's monotonic clock and the time since 1970. */
  #clockOffset = 0;

  static async start(session: CDPSession): Promise<TrafficRecorder> {
    const recorder = new TrafficRecorder();
    const found = (id: string) => recorder.#requests.get(id);
    session.on("Network.requestWillBeSent", ({ requestId, wallTime, timestamp, request }) => {
      recorder.#clockOffset = wallTime - timestamp;
      if (!/^https?:/.test(request.url)) return;
      recorder.#requests.set(requestId, {
        url: request.url,
        startedAt: wallTime * 1_000,
        endedAt: undefined,
        bytes: 0,
        isCached: false,
      });
    });
    session.on("Network.requestServedFromCache", ({ requestId }) => {
      const request = found(requestId);
      if (request) request.isCached = true;
    });
    session.on("Network.responseReceived", ({ requestId, response }) => {
      const request = found(requestId);
      if (request) request.isCached ||= Boolean(response.fromDiskCache || response.fromServiceWorker);
    });
    session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
      const request = found(requestId);
      if (request) request.bytes += encodedDataLength;
    });
    session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
      const request = found(requestId);
      if (!request) return;
      request.bytes = encodedDataLength;
      request.endedAt = (timestamp + recorder.#clockOffset) * 1_000;
    });
    session.on("Network.loadingFailed", ({ requestId, timestamp }) => {
      const request = found(requestId);
      if (request) request.endedAt = (timestamp + recorder.#clockOffset) * 1_000;
    });
    await session.send("Network.enable");
    return recorder;
  }

  /** Returns once none of the requests since this time has been open for a moment. A stream of changes stays open. */
  async untilQuiet(from: number): Promise<void> {
    const isOpen = ({ url, startedAt, endedAt }: SeenRequest) =>
      startedAt >= from && endedAt === undefined && !url.includes("/live/");
    for (let quietMs = 0; quietMs < QUIET_MS; quietMs += QUIET_STEP_MS) {
      await setTimeout(QUIET_STEP_MS);
      if ([...this.#requests.values()].some(isOpen)) quietMs = 0;
    }
  }

  /** Returns the traffic of the requests that started in this time; those served by the browser's cache do not count. */
  between(from: number, to: number): Traffic {
    const requests = [...this.#requests.values()]
      // The clocks of the browser and of its pages differ by some milliseconds.
      .filter(({ startedAt, isCached }) => !isCached && startedAt >= from - 20 && startedAt <= to)
      .sort((a, b) => a.startedAt - b.startedAt);
    return {
      kilobytes: requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000,
      requests: requests.length,
      depth: depthOf(requests),
      lines: requests.map((request) => lineOf(request, from)),
    };
  }
}

function lineOf({ url, startedAt, endedAt, bytes }: SeenRequest, from: number): string {
  const times = [startedAt, endedAt].map((time) =>
    (time === undefined ? "" : (time - from).toFixed(0)).padStart(6),
  );
  return `${times.join(" ")} ms ${(bytes / 1_000).toFixed(1).padStart(6)} kB  ${url.replace(/^https?:\/\/[^/]+/, "")}`;
}

function depthOf(requests: readonly SeenRequest[]): number {
  let depth = 0;
  let end = 0;
  // Always taking the request that ends first gives the longest series.
  for (const { startedAt, endedAt } of [...requests].sort((a, b) => endOf(a) - endOf(b))) {
    if (startedAt < end || endedAt === undefined) continue;
    depth += 1;
    end = endedAt;
  }
  return depth;
}

const endOf = ({ endedAt }: SeenRequest) => endedAt ?? Number.POSITIVE_INFINITY;
