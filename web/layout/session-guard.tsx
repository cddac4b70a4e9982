import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { listenToLimitedWrites } from "../backend/limited-writes.ts";
import { isSecondStepMissing } from "../backend/second-step.ts";
import { useSession } from "../backend/session.ts";
import { Spinner } from "../ui/spinner.tsx";
import { toast } from "../ui/toast.ts";

/** Redirects visitors to sign-in, and remembers the page that they requested. */
export default function SessionGuard() {
  const session = useSession();
  useEffect(() => listenToLimitedWrites(showLimited), []);
  if (session.status === "loading") return <Spinner label="Loading" page />;
  if (session.status === "signed-out") return <RedirectToSignIn hasEnded={session.hasEnded} />;
  if (isSecondStepMissing(session.session)) return <RedirectToSecondStep />;
  return <Outlet />;
}

/** In addition to the failure that the form shows, and which does not know its reason. */
function showLimited(): void {
  toast.error("Too many requests at once. Nothing you typed is lost: wait a moment, then try again.", {
    id: "limited",
  });
}

function RedirectToSecondStep() {
  const { pathname, search } = useLocation();
  return <Navigate to="/auth" replace state={{ from: pathname + search }} />;
}

const PRICING_TEXT = "Please login to view pricing.";
const USUAL_TEXT = "Please log in to continue.";
const ENDED_TEXT = "You have been logged out. Please log in again.";

function RedirectToSignIn({ hasEnded }: { hasEnded: boolean }) {
  const { pathname, search, hash } = useLocation();
  // The password reset link did not start a session. /forgot-password explains why and sends another link.
  const isMailedLink = pathname === "/reset-password" && (hash !== "" || /[?&]code=/.test(search));
  useEffect(() => {
    if (isMailedLink) return;
    const text = hasEnded ? ENDED_TEXT : pathname.includes("pricing") ? PRICING_TEXT : USUAL_TEXT;
    // The id prevents a second toast when the guard renders again.
    toast.info(text, { id: "sign-in-first" });
  }, [pathname, isMailedLink, hasEnded]);
  if (isMailedLink) return <Navigate to={{ pathname: "/forgot-password", search, hash }} replace />;
  return <Navigate to="/auth" replace state={{ from: pathname + search }} />;
}
