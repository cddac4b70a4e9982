import { useEffect, useState } from "react";
import type { LinkOutcome } from "../../backend/exchange-code.ts";
import { hasMailedCode, openMailedLink } from "../../backend/mailed-link.ts";

/** The page that the link in a confirmation mail opens. */
export const confirmationUrl = () => `${location.origin}/auth`;

/** Reports the result of the mailed link that opened this page. */
export function useMailedLink(): LinkOutcome | "pending" {
  const [outcome, setOutcome] = useState<LinkOutcome | "pending">(() =>
    !import.meta.env.SSR && hasMailedCode() ? "pending" : "none",
  );
  useEffect(() => {
    openMailedLink().then(setOutcome);
  }, []);
  return outcome;
}
