import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { readReturnPath } from "../../layout/return-path.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { hasProfile } from "./has-profile.ts";

/** Redirects to the page that was requested before signing in, or to the profile form if there is no profile yet. */
export function RedirectAfterSignIn({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  useEffect(() => {
    let isUnmounted = false;
    const returnPath = readReturnPath(state);
    hasProfile(userId)
      // The next page gets the same error and shows it.
      .catch(() => true)
      .then((isComplete) => {
        if (isUnmounted) return;
        if (isComplete) navigate(returnPath, { replace: true });
        else navigate("/complete-profile", { replace: true, state: { from: returnPath } });
      });
    return () => {
      isUnmounted = true;
    };
  }, [userId, state, navigate]);
  return <Spinner label="Opening Maarga" page />;
}
