/** As layout/redirect-home.ts names it. */
const NOTICE_KEY = "notice";
const SHOWN_MILLISECONDS = 4000;

/** Says what the page before had no time to say. */
export function showNotice(): void {
  const text = takeNotice();
  if (!text) return;
  const box = document.createElement("p");
  box.role = "alert";
  box.className =
    "fixed inset-x-3 top-20 z-50 mx-auto w-fit rounded-control border bg-card px-4 py-3 font-medium shadow-lg";
  document.body.append(box);
  // Filled in once it is there: only then is it read out.
  box.textContent = text;
  setTimeout(() => box.remove(), SHOWN_MILLISECONDS);
}

function takeNotice(): string | null {
  try {
    const text = sessionStorage.getItem(NOTICE_KEY);
    sessionStorage.removeItem(NOTICE_KEY);
    return text;
  } catch {
    // Storage may be forbidden; then nothing was put there either.
    return null;
  }
}
