/** The key that web/backend/auth.ts uses. An import would add the whole client to this script. */
const SESSION_KEY = "maarga-session";

/** Changes the links that lead to sign-in so that they lead signed-in students to the plans. */
export function pointLinksToPricing(): void {
  if (!isSignedIn()) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-signed-in-href]"))
    link.href = link.dataset.signedInHref ?? link.href;
}

function isSignedIn(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    // Storage is blocked, so there is no session.
    return false;
  }
}
