import { keepInView } from "./keep-in-view.ts";
import { startReading } from "./start-reading.ts";

const guide = document.querySelector(".guide");
if (guide) {
  // The browser has jumped to the section of the URL, perhaps before the fonts were there.
  const target = document.querySelector(":target");
  // A second visit of the page, or a step back, keeps the place where the reader was.
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (target && entry?.type === "navigate") keepInView(target, guide);
  startReading(guide);
}
