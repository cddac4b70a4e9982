/** The key that layout/redirect-home.ts uses. */
const NOTICE_KEY = "notice";
const DURATION_MS = 4000;

/** Shows the notice that the previous page stored. */
export function showNotice(): void {
  const text = takeNotice();
  if (!text) return;
  const box = document.createElement("p");
  box.role = "alert";
  box.className =
    "fixed inset-x-3 top-20 z-50 mx-auto w-fit rounded-control border bg-card px-4 py-3 font-medium shadow-lg";
  document.body.append(box);
  // Screen readers announce text only if it is set after the element is in the page.
  box.textContent = text;
  setTimeout(() => box.remove(), DURATION_MS);
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
