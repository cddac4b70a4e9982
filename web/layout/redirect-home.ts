/** Where a page that is about to be left puts what the next one has to say. static/notice.ts takes it from there. */
const NOTICE_KEY = "notice";

/** To the home page, which is a document of its own: what has to be said is said there. */
export function redirectHome(notice?: string): void {
  if (notice) sessionStorage.setItem(NOTICE_KEY, notice);
  window.location.replace("/");
}
