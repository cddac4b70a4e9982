import { expect, test } from "vitest";
import { readEvents } from "./read-events.ts";

async function read(parts: readonly string[], ends = true): Promise<unknown[]> {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      if (ends) controller.close();
    },
  });
  const events: unknown[] = [];
  for await (const days of readEvents(body, 20)) events.push(days);
  return events;
}

test("events yield the days that they name, and heartbeats yield none", async () => {
  expect(await read([":\n\n", "data:2026-11-25\n\ndata:2026-11-25,2026-11-26\n\n", "data:all\n\n"])).toEqual([
    undefined,
    ["2026-11-25"],
    ["2026-11-25", "2026-11-26"],
    "all",
  ]);
});

test("an event may arrive in pieces, and an incomplete one at the end is left out", async () => {
  expect(await read(["da", "ta:2026-", "11-25\n", "\ndata:all"])).toEqual([["2026-11-25"]]);
});

test("a silent stream ends", async () => {
  expect(await read([":\n\n"], false)).toEqual([undefined]);
});
