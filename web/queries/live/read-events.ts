import type { ChangedDays } from "./changes.ts";

/** Yields the days of each event, and undefined for a heartbeat. Ends with the stream, or when it is silent for too long. */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxSilenceMs: number,
): AsyncGenerator<ChangedDays | undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const silence = setTimeout(() => void reader.cancel(), maxSilenceMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) yield daysOf(event);
  }
}

function daysOf(event: string): ChangedDays | undefined {
  if (!event.startsWith("data:")) return undefined;
  const days = event.slice("data:".length);
  return days === "all" ? "all" : days.split(",");
}
