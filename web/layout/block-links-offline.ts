import { toast } from "../ui/toast.ts";

/** Without the worker, a link would replace the app with the browser's error page while offline. It shows a toast instead. */
export function blockLinksOffline(event: MouseEvent): void {
  if (navigator.onLine || navigator.serviceWorker?.controller) return;
  if (!(event.target as Element).closest("a[href^='/']")) return;
  event.preventDefault();
  event.stopPropagation();
  toast.error("You are offline. Please try again when you are connected.");
}
