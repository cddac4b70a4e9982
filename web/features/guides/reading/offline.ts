/** Stores the public guide for reading offline, and shows a note while there is no network. */
export function supportOffline(guide: Element, signal: AbortSignal): void {
  const note = guide.querySelector("[data-offline-note]");
  const updateNote = () => {
    if (note)
      note.textContent = navigator.onLine
        ? ""
        : "You are offline. This is the guide as it was when you last opened it.";
  };
  updateNote();
  addEventListener("online", updateNote, { signal });
  addEventListener("offline", updateNote, { signal });
  if (import.meta.env.PROD) registerWorker();
}

function registerWorker(): void {
  // The scope is the one page that the worker stores: it handles no other page and no request to the backend.
  navigator.serviceWorker
    ?.register("/guides-worker.js", { scope: "/guides", updateViaCache: "none" })
    .catch(() => {
      // Private windows may refuse: the guide then works online only.
    });
}
