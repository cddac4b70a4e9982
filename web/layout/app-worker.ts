/** Registers the service worker that keeps the app on the device (decision 0041). */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!import.meta.env.PROD) return undefined;
  try {
    // An earlier version had a worker for the guides alone, which would still handle that page.
    for (const registration of await navigator.serviceWorker.getRegistrations())
      if (new URL(registration.scope).pathname === "/guides") await registration.unregister();
    return await navigator.serviceWorker.register("/app-worker.js", { updateViaCache: "none" });
  } catch {
    // Private windows and pages without HTTPS have no workers: the app then works online only.
    return undefined;
  }
}
