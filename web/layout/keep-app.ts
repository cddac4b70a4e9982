import { updateSettings } from "../backend/settings.ts";
import { registerWorker } from "./app-worker.ts";

/** Keeps the app on the device, and compares the page with the copy that the server has sent since. */
export function keepApp(): void {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  workers.addEventListener("message", compareWithKeptPage);
  workers.controller?.postMessage("is it kept");
  void askWorker();
}

async function askWorker(): Promise<void> {
  if (!(await registerWorker())) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage("keep the app");
}

/**
 * The page was shown from the device. If the server's copy, which replaces it for the next time, is of another build or
 * has other settings, the settings are used at once, and the next navigation loads that copy.
 */
async function compareWithKeptPage(): Promise<void> {
  const html = await (await caches.match(location.pathname))?.text();
  const settings = html && /<script id="settings"[^>]*>(.*?)<\/script>/s.exec(html)?.[1];
  if (!settings) return;
  const { url = "" } = (window as { __reactRouterManifest?: { url?: string } }).__reactRouterManifest ?? {};
  const hasOtherSettings = settings !== document.getElementById("settings")?.textContent;
  if (hasOtherSettings) updateSettings(settings);
  if (hasOtherSettings || !html.includes(url)) document.documentElement.dataset.outdated = "";
}
