import { markCurrentSection } from "./mark-current-section.ts";
import { readOffline } from "./offline.ts";
import { startPrinting } from "./print.ts";
import { startSearch } from "./search.ts";
import { keepTicks } from "./ticks.ts";

/** Gives life to a guide that is already drawn; the answer ends it. */
export function startReading(guide: Element): () => void {
  const end = new AbortController();
  for (const start of [startSearch, startPrinting, markCurrentSection, keepTicks, readOffline])
    start(guide, end.signal);
  return () => end.abort();
}
