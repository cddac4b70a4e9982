import type { Member } from "./members.ts";
import type { Server } from "./server.ts";
import { waitUntil } from "./wait-until.ts";

export interface LiveStream {
  readonly response: Response;
  /** Everything that has arrived. */
  text(): string;
  isOpen(): boolean;
  /** Waits for an event that names the day, or all of them. */
  waitForDay(day: string): Promise<void>;
  ended(): Promise<void>;
  close(): void;
}

interface StreamOptions {
  readonly age?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a stream of busy times as a browser does, and reads it. Waits until it is refused or sends something. */
export async function openLiveStream(
  { url, publishableKey }: Server,
  { token }: Pick<Member, "token">,
  { age, headers = {} }: StreamOptions = {},
): Promise<LiveStream> {
  const abort = new AbortController();
  const response = await fetch(`${url}/live/v1/busy-times${age === undefined ? "" : `?age=${age}`}`, {
    headers: { apikey: publishableKey, authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal,
  });
  let [text, isOpen] = ["", true];
  void read(response, (part) => {
    text += part;
  }).finally(() => {
    isOpen = false;
  });
  if (response.ok) await waitUntil("the beginning of the stream", () => text !== "" || !isOpen);
  return {
    response,
    text: () => text,
    isOpen: () => isOpen,
    waitForDay: async (day) => {
      await waitUntil(`an event about ${day}`, () => daysIn(text).includes(day));
    },
    ended: async () => {
      await waitUntil("the end of the stream", () => !isOpen);
    },
    close: () => abort.abort(),
  };
}

async function read(response: Response, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  try {
    for await (const part of response.body ?? []) onText(decoder.decode(part, { stream: true }));
  } catch {
    // The connection was cut, by either side.
  }
}

function daysIn(text: string): string[] {
  return [...text.matchAll(/^data:(.*)$/gm)].flatMap(([, days = ""]) => days.split(","));
}
