const KEY = "guide-ticks";

/** Saves ticked documents on this device. */
export function saveTicks(guide: Element, signal: AbortSignal): void {
  const boxes = [...guide.querySelectorAll<HTMLInputElement>("[data-tick]")];
  const saved = readTicks();
  for (const box of boxes) box.checked = saved.includes(box.id);
  guide.addEventListener(
    "change",
    (event) => {
      if (!(event.target as Element).matches("[data-tick]")) return;
      const ticked = boxes.filter(({ checked }) => checked).map(({ id }) => id);
      try {
        localStorage.setItem(KEY, ticked.join());
      } catch {
        // Without storage, the ticks last until the page is closed.
      }
    },
    { signal },
  );
}

function readTicks(): string[] {
  try {
    return localStorage.getItem(KEY)?.split(",") ?? [];
  } catch {
    return [];
  }
}
