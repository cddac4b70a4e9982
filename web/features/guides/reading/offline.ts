import { registerWorker } from "../../../layout/app-worker.ts";

/** "22 Nov, 3:40 pm". The browser's own formatting is less to load than ours. */
const FORMAT = {
  timeZone: "Asia/Kolkata",
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
} as const;

/** Stores the guide for reading offline, and shows a note while there is no network. */
export function supportOffline(guide: Element, signal: AbortSignal): void {
  const note = guide.querySelector("[data-offline-note]");
  const updateNote = async () => {
    const text = `You are offline. This is the guide ${await findDate()}.`;
    if (note) note.textContent = navigator.onLine ? "" : text;
  };
  void updateNote();
  addEventListener("online", updateNote, { signal });
  addEventListener("offline", updateNote, { signal });
  void registerWorker();
}

/** The kept page has the date on which the server sent it. */
async function findDate(): Promise<string> {
  const kept = "caches" in window ? await caches.match(location.pathname) : undefined;
  const date = kept?.headers.get("date");
  if (!date) return "as it was when you last opened it";
  return `as of ${new Date(date).toLocaleString("en-IN", FORMAT)}`;
}
