import { useEffect, useState } from "react";
import { auth } from "../../backend/auth.ts";
import { parseLinkFragment } from "./parse-link-fragment.ts";
import { isNetworkError } from "./problem.ts";

/** Where the link of a registration's mail leads. */
export const confirmedPage = () => `${location.origin}/auth`;

/** How it went with the mailed link that opened this page. `signed-in`: the client has its session. */
export type LinkOutcome = "none" | "pending" | "signed-in" | "refused" | "unreachable";

/** The client takes the session out of the address by itself; this tells how that went. */
export function useMailedLink(): LinkOutcome {
  const [outcome, setOutcome] = useState<LinkOutcome>("none");
  useEffect(() => {
    const found = parseLinkFragment(location.hash);
    setOutcome(found);
    if (found === "pending") outcomeOf().then(setOutcome);
  }, []);
  return outcome;
}

async function outcomeOf(): Promise<LinkOutcome> {
  const { error } = await auth().initialize();
  if (!error) return "signed-in";
  return isNetworkError(error) ? "unreachable" : "refused";
}
