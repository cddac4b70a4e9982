const START = "/pricing";
/** Coming back to one of these would lead in a circle. */
const NOWHERE = ["/auth", "/login", "/logout", "/forgot-password", "/complete-profile"];

/** Where the guard says that somebody wanted to go, if that is a page of ours; where students start otherwise. */
export function readReturnPath(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from;
  if (typeof from !== "string" || !/^\/(?![/\\])/.test(from)) return START;
  const path = from.replace(/[?#].*$/, "");
  return NOWHERE.includes(path) ? START : from;
}
