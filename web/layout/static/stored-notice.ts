/** The key that layout/redirect-home.ts uses. */
const NOTICE_KEY = "notice";
const DURATION_MS = 4000;

/** Shows the notice that the previous page stored. */
export function showNotice(): void {
  const text = takeNotice();
  if (!text) return;
  const place = document.querySelector("[data-notice]");
  if (!place) return;
  place.textContent = text;
  setTimeout(() => place.replaceChildren(), DURATION_MS);
}

function takeNotice(): string | null {
  try {
    const text = sessionStorage.getItem(NOTICE_KEY);
    sessionStorage.removeItem(NOTICE_KEY);
    return text;
  } catch {
    // Storage is blocked, so no notice was stored.
    return null;
  }
}
