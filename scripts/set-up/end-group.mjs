import { setTimeout as wait } from "node:timers/promises";

const lookEveryMilliseconds = 50;
/** What is ending by itself, a database that writes its last page for instance, gets this long. */
const graceMilliseconds = 3_000;

/**
 * Ends what is left of a process group whose leader has ended.
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
  const until = performance.now() + graceMilliseconds;
  while (signal(group, 0)) {
    if (performance.now() > until) return false;
    await wait(lookEveryMilliseconds);
  }
  return true;
}

/**
 * @param {number} group
 * @param {NodeJS.Signals | 0} name 0 only asks
 * @returns {boolean} whether anything of the group is there
 */
function signal(group, name) {
  try {
    return process.kill(-group, name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}
