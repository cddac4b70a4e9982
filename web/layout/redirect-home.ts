/** The key in sessionStorage from which layout/static/stored-notice.ts reads the notice. */
const NOTICE_KEY = "notice";

/** The home page is a separate document, so the notice is stored and shown there. */
export function redirectHome(notice?: string): void {
  if (notice) sessionStorage.setItem(NOTICE_KEY, notice);
  window.location.replace("/");
}
