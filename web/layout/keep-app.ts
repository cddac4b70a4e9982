import type { QueryClient } from "@tanstack/react-query";
import { updateSettings } from "../backend/settings.ts";
import { registerWorker } from "./app-worker.ts";

/** The page's own requests come first: on a slow line, the files to keep would delay them. */
const QUIET_MS = 1000;

/** Keeps the app on the device once the page has loaded, and compares the page with the copy that the server has sent since. */
export function keepApp(client: QueryClient): void {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  workers.addEventListener("message", compareWithKeptPage);
  workers.controller?.postMessage("is it kept");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const startWhenQuiet = () => {
    clearTimeout(timer);
    if (client.isFetching() > 0) return;
    timer = setTimeout(() => {
      stop();
      void askWorker();
    }, QUIET_MS);
  };
  const stop = client.getQueryCache().subscribe(startWhenQuiet);
  startWhenQuiet();
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
