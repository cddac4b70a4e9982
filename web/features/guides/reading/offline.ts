/** Keeps the public guide for reading without a network, and says so when there is none. */
export function readOffline(guide: Element, signal: AbortSignal): void {
  const note = guide.querySelector("[data-offline-note]");
  const say = () => {
    if (note)
      note.textContent = navigator.onLine
        ? ""
        : "You are offline. This is the guide as it was when you last opened it.";
  };
  say();
  addEventListener("online", say, { signal });
  addEventListener("offline", say, { signal });
  if (import.meta.env.PROD) keepOffline();
}

function keepOffline(): void {
  // Its scope is the one page that it keeps: no other page and no request to the backend ever passes through it.
  navigator.serviceWorker
    ?.register("/guides-worker.js", { scope: "/guides", updateViaCache: "none" })
    .catch(() => {
      // Private windows may refuse; the guide is read online then.
    });
}
