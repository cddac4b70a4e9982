import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { readReturnPath } from "../../layout/return-path.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { hasProfile } from "./has-profile.ts";

/** Leads whoever is signed in on: to the profile that is missing, else to where he wanted to go. */
export function RedirectAfterSignIn({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  useEffect(() => {
    let isGone = false;
    const place = readReturnPath(state);
    hasProfile(userId)
      // Whatever went wrong, the next page meets it too, and knows what to say.
      .catch(() => true)
      .then((isComplete) => {
        if (isGone) return;
        if (isComplete) navigate(place, { replace: true });
        else navigate("/complete-profile", { replace: true, state: { from: place } });
      });
    return () => {
      isGone = true;
    };
  }, [userId, state, navigate]);
  return <Spinner label="Opening Maarga" page />;
}
