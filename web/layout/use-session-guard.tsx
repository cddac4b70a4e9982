import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import { listenToLimitedWrites } from "../backend/limited-writes.ts";
import { openMailedLink } from "../backend/mailed-link.ts";
import { isSecondStepMissing } from "../backend/second-step.ts";
import { useSession } from "../backend/session.ts";
import { Spinner } from "../ui/spinner.tsx";
import { toast } from "../ui/toast.ts";
import { dropDraftsOfOthers } from "./drafts/draft-keys.ts";
import { openDocument } from "./hand-over.ts";
import { dropKept } from "./kept/drop-kept.ts";
import { Redirect } from "./redirect.tsx";

const SECOND_STEP = "/second-step";

interface Guard {
  /** False while the session is not known yet, and for everyone who is redirected. */
  readonly isSignedIn: boolean;
  /** To be rendered instead of the page. */
  readonly redirect?: ReactNode;
}

/** Redirects visitors to sign-in, and remembers the page that they requested. */
export function useSessionGuard(): Guard {
  const session = useSession();
  const isSecondStep = useLocation().pathname === SECOND_STEP;
  const userId = session.status === "signed-in" && session.session.user.id;
  useEffect(() => listenToLimitedWrites(showLimited), []);
  useEffect(() => {
    if (!userId) return;
    dropDraftsOfOthers(userId);
    void dropKept(userId);
  }, [userId]);
  if (session.status === "loading") return { isSignedIn: false };
  if (session.status === "signed-out")
    return { isSignedIn: false, redirect: <RedirectToSignIn hasEnded={session.hasEnded} /> };
  if (isSecondStepMissing(session.session) && !isSecondStep)
    return { isSignedIn: false, redirect: <RedirectToSecondStep /> };
  return { isSignedIn: true };
}

/** In addition to the failure that the form shows, and which does not know its reason. */
function showLimited(): void {
  toast.error("Too many requests at once. Nothing you typed is lost: wait a moment, then try again.", {
    id: "limited",
  });
}

function RedirectToSecondStep() {
  const { pathname, search } = useLocation();
  return <Redirect to={SECOND_STEP} state={{ from: pathname + search }} />;
}

const PRICING_TEXT = "Please login to view pricing.";
const USUAL_TEXT = "Please log in to continue.";
const ENDED_TEXT =
  "You have been logged out: here, on another device, or because this login was too old. Please log in again.";

function RedirectToSignIn({ hasEnded }: { hasEnded: boolean }) {
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const removal = dropKept();
    // The password reset link did not start a session. /forgot-password explains why and sends another link.
    if (pathname === "/reset-password" && (hash !== "" || /[?&]code=/.test(search))) {
      const rest = { unreachable: search, refused: "#error_code=otp_expired", "signed-in": "", none: "" };
      void openMailedLink().then((outcome) => openDocument(`/forgot-password${rest[outcome]}`));
      return;
    }
    const text = hasEnded ? ENDED_TEXT : pathname.includes("pricing") ? PRICING_TEXT : USUAL_TEXT;
    void removal.then(() => openDocument("/auth", { from: pathname + search }, [{ kind: "info", text }]));
  }, [pathname, search, hash, hasEnded]);
  return <Spinner label="Loading" page />;
}
