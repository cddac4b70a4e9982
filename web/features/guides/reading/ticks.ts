const KEY = "guide-ticks";

/** The documents that the reader has ticked, kept on this device. */
export function keepTicks(guide: Element, signal: AbortSignal): void {
  const boxes = [...guide.querySelectorAll<HTMLInputElement>("[data-tick]")];
  const kept = read();
  for (const box of boxes) box.checked = kept.includes(box.id);
  guide.addEventListener(
    "change",
    (event) => {
      if (!(event.target as Element).matches("[data-tick]")) return;
      const ticked = boxes.filter(({ checked }) => checked).map(({ id }) => id);
      try {
        localStorage.setItem(KEY, ticked.join());
      } catch {
        // A browser that keeps nothing: the ticks last as long as the page.
      }
    },
    { signal },
  );
}

function read(): string[] {
  try {
    return localStorage.getItem(KEY)?.split(",") ?? [];
  } catch {
    return [];
  }
}
