import { useIsFetching } from "@tanstack/react-query";
import { useEffect } from "react";
import { updateSettings } from "../backend/settings.ts";
import { registerWorker } from "./app-worker.ts";

/** The page's own requests come first: on a slow line, the files to keep would delay them. */
const QUIET_MS = 1000;

let isStarted = false;

/** Keeps the app on the device once the page has loaded, and compares the page with the copy that the server has sent since. */
export function KeepApp(): null {
  const isBusy = useIsFetching() > 0;
  useEffect(() => {
    if (isBusy || isStarted) return;
    const timer = setTimeout(() => {
      isStarted = true;
      void keepApp();
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
  useEffect(() => {
    const workers = navigator.serviceWorker;
    if (!workers) return;
    workers.addEventListener("message", compareWithKeptPage);
    workers.controller?.postMessage("is it kept");
    return () => workers.removeEventListener("message", compareWithKeptPage);
  }, []);
  return null;
}

async function keepApp(): Promise<void> {
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
