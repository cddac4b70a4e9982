/** The history state of our own links to /logout. A page cannot give it to a link of its own, so a press put it there. */
export const LOG_OUT_PRESS = { pressed: "log out" };

export function isLogOutPress(state: unknown): boolean {
  return (state as { pressed?: unknown } | null)?.pressed === LOG_OUT_PRESS.pressed;
}
