import { useEffect, useState } from "react";
import { auth } from "../../backend/auth.ts";
import { parseLinkFragment } from "./parse-link-fragment.ts";
import { isNetworkError } from "./problem.ts";

/** The page that the link in a confirmation mail opens. */
export const confirmationUrl = () => `${location.origin}/auth`;

/** The result of the mailed link that opened this page. */
export type LinkOutcome = "none" | "pending" | "signed-in" | "refused" | "unreachable";

/** The auth client reads the session from the URL by itself; this hook reports the result. */
export function useMailedLink(): LinkOutcome {
  const [outcome, setOutcome] = useState<LinkOutcome>("none");
  useEffect(() => {
    const found = parseLinkFragment(location.hash);
    setOutcome(found);
    if (found === "pending") readOutcome().then(setOutcome);
  }, []);
  return outcome;
}

async function readOutcome(): Promise<LinkOutcome> {
  const { error } = await auth().initialize();
  if (!error) return "signed-in";
  return isNetworkError(error) ? "unreachable" : "refused";
}
