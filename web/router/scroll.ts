/** The script that the pages have in their HTML reads them before the first paint. */
const KEY = "react-router-scroll-positions";

let positions: Record<string, number> = {};

/** Remembers how far each entry of the history was scrolled, even across a reload. */
export function keepScrollPositions(currentKey: () => string): void {
  try {
    positions = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  } catch {
    // Without storage, a page that is opened again starts at its top.
  }
  window.history.scrollRestoration = "manual";
  window.addEventListener("pagehide", () => {
    savePosition(currentKey());
    try {
      sessionStorage.setItem(KEY, JSON.stringify(positions));
    } catch {
      // See above.
    }
    window.history.scrollRestoration = "auto";
  });
}

export function savePosition(key: string): void {
  positions[key] = window.scrollY;
}

/** Scrolls to where this entry of the history was left, to the element that its address names, or to the top. */
export function restorePosition({ key, hash }: { key: string; hash: string }, keepsPosition: boolean): void {
  const y = positions[key];
  const element = hash && document.getElementById(decoded(hash.slice(1)));
  if (y !== undefined) window.scrollTo(0, y);
  else if (element) element.scrollIntoView();
  else if (!keepsPosition) window.scrollTo(0, 0);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
