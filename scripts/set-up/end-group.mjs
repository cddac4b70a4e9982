import { setTimeout as wait } from "node:timers/promises";

const CHECK_INTERVAL_MS = 50;
/** The time for processes to end by themselves; a database, for example, still writes its last pages. */
const GRACE_MS = 3_000;

/**
 * Ends the remaining processes of a group whose leader has ended.
 * @param {number} group
 * @returns {Promise<boolean>} whether anything had to be ended
 */
export async function endGroup(group) {
  if (await isGone(group)) return false;
  signal(group, "SIGTERM");
  if (!(await isGone(group))) signal(group, "SIGKILL");
  return true;
}

/** @param {number} group */
async function isGone(group) {
  const until = performance.now() + GRACE_MS;
  while (signal(group, 0)) {
    if (performance.now() > until) return false;
    await wait(CHECK_INTERVAL_MS);
  }
  return true;
}

/**
 * @param {number} group
 * @param {NodeJS.Signals | 0} name 0 only checks
 * @returns {boolean} whether the group has any process
 */
function signal(group, name) {
  try {
    return process.kill(-group, name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}
