import { fetchAsCaller } from "../../backend/auth.ts";
import { settings } from "../../backend/settings.ts";
import type { LiveScreen } from "./changes.ts";
import { collectChanges } from "./collect-changes.ts";
import { readEvents } from "./read-events.ts";

/** The server sends something every 30 seconds. */
const MAX_SILENCE_MS = 75_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 120_000;
/** A stream that lasted this long was no failure, so the next one may begin soon. */
const LASTING_MS = 60_000;

interface Follower extends LiveScreen {
  setLive(isLive: boolean): void;
}

/** Keeps a stream open while the page is visible and the device is online. Returns a function that ends it. */
export function followChanges({ updatedAt, refresh, setLive }: Follower): () => void {
  const changes = collectChanges(refresh);
  let pauseMs = FIRST_PAUSE_MS;
  let next: ReturnType<typeof setTimeout> | undefined;
  let stream: AbortController | undefined;

  const isWanted = () => document.visibilityState === "visible" && navigator.onLine;
  const open = async () => {
    const own = new AbortController();
    stream = own;
    const startedAt = Date.now();
    try {
      await read(own.signal, Math.max(0, startedAt - updatedAt()));
    } catch {
      // Refused, cut or ended from here: all the same, another one follows if it is wanted.
    }
    if (stream !== own) return;
    end();
    if (!isWanted()) return;
    if (Date.now() - startedAt > LASTING_MS) pauseMs = FIRST_PAUSE_MS;
    next = setTimeout(open, pauseMs * (0.5 + Math.random()));
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  };
  const read = async (signal: AbortSignal, ageMs: number) => {
    const address = `${settings().backendUrl}/live/v1/busy-times?age=${Math.ceil(ageMs / 1_000)}`;
    const { ok, body } = await fetchAsCaller(address, { signal, cache: "no-store" });
    if (!ok || !body) return;
    for await (const days of readEvents(body, MAX_SILENCE_MS)) {
      setLive(true);
      if (days) changes.add(days);
    }
  };
  const end = () => {
    clearTimeout(next);
    stream?.abort();
    stream = undefined;
    setLive(false);
  };
  const update = () => {
    if (!isWanted()) end();
    else if (!stream) {
      clearTimeout(next);
      void open();
    }
  };

  const events = [
    [document, "visibilitychange"],
    [window, "online"],
    [window, "offline"],
  ] as const;
  for (const [target, name] of events) target.addEventListener(name, update);
  update();
  return () => {
    for (const [target, name] of events) target.removeEventListener(name, update);
    changes.stop();
    end();
  };
}
