import type { MouseEvent } from "react";
import { toast } from "sonner";

/** Without a connection the browser would put its own error page in the app's place: a link says so instead. */
export function blockLinksOffline(event: MouseEvent): void {
  if (navigator.onLine || !(event.target as Element).closest("a[href^='/']")) return;
  event.preventDefault();
  event.stopPropagation();
  toast.error("You are offline. Please try again when you are connected.");
}
