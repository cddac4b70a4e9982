/** The error code of the database's rules. Their message is for people. */
const RULE_ERROR_CODE = "P0001";

/** Returns the text of a rule that refused the request, or else the fallback. */
export function refusalText(error: Error, fallback: string): string {
  return "code" in error && error.code === RULE_ERROR_CODE ? error.message : fallback;
}
