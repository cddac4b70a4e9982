const DEFAULT_PATH = "/pricing";
/** Returning to one of these would cause a redirect loop. */
const EXCLUDED_PATHS = [
  "/auth",
  "/login",
  "/logout",
  "/forgot-password",
  "/complete-profile",
  "/second-step",
];

/** Returns the path that the session guard remembered, if it is on this site, or else the default. */
export function readReturnPath(state: unknown, defaultPath = DEFAULT_PATH): string {
  const from = (state as { from?: unknown } | null)?.from;
  if (typeof from !== "string" || !/^\/(?![/\\])/.test(from)) return defaultPath;
  const path = from.replace(/[?#].*$/, "");
  return EXCLUDED_PATHS.includes(path) ? defaultPath : from;
}
