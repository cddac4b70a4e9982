/** The history state of the page that a login leads to. */
export const AFTER_SIGN_IN = { isAfterSignIn: true };

export function isAfterSignIn(state: unknown): boolean {
  return (state as Partial<typeof AFTER_SIGN_IN> | null)?.isAfterSignIn === true;
}
