/** As web/backend/auth.ts names it; taking it from there would bring the whole client along. */
const SESSION_KEY = "maarga-session";

/** "Get Guidance" leads to sign-in, and to the plans for whoever is signed in. Only the address changes: no flash. */
export function pointLinksToPricing(): void {
  if (!isSignedIn()) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-signed-in-href]"))
    link.href = link.dataset.signedInHref ?? link.href;
}

function isSignedIn(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    // Storage may be forbidden; then there is no session either.
    return false;
  }
}
