import { findStoredSession } from "../../backend/stored-session.ts";

/** Changes the links that lead to sign-in so that they lead signed-in students to the plans. */
export function pointLinksToPricing(): void {
  if (!findStoredSession()) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-signed-in-href]"))
    link.href = link.dataset.signedInHref ?? link.href;
}
