import { markCurrentSection } from "./mark-current-section.ts";
import { supportOffline } from "./offline.ts";
import { startPrinting } from "./print.ts";
import { startSearch } from "./search.ts";
import { saveTicks } from "./ticks.ts";

/** Adds search, printing, ticks and offline reading to a rendered guide. Returns the cleanup function. */
export function startReading(guide: Element): () => void {
  const controller = new AbortController();
  for (const start of [startSearch, startPrinting, markCurrentSection, saveTicks, supportOffline])
    start(guide, controller.signal);
  return () => controller.abort();
}
