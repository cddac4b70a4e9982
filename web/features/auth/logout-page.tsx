import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSession } from "../../backend/session.ts";
import { isLogOutPress } from "../../layout/log-out-press.ts";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { logOut } from "./log-out.ts";

export const meta = () => [{ title: "Log out · Maarga" }];

const TITLES = {
  question: "Log out of Maarga",
  pending: "Logging out",
  done: "See you soon",
  failed: "Logging out",
};
type Step = keyof typeof TITLES;

/** Any site can open this page, so it logs out only after a press: here, or on the link that led here. */
export default function LogoutPage() {
  const session = useSession();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Step>("question");
  const start = () => {
    setChosen("pending");
    logOut().then(
      () => setChosen("done"),
      () => setChosen("failed"),
    );
  };
  const wasPressed = isLogOutPress(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per press
  useEffect(() => {
    if (!wasPressed) return;
    // Coming back to this page does not count as a press.
    navigate("/logout", { replace: true, state: null });
    start();
  }, [wasPressed]);
  const step = chosen === "question" ? firstStep(session.status) : chosen;

  return (
    <AuthFrame title={TITLES[step]}>
      <div role="status" className="grid gap-4">
        {step === "question" && session.status === "signed-in" && (
          <>
            <p className="wrap-anywhere">You are logged in as {session.session.user.email}.</p>
            <Button size="large" onClick={start}>
              Log out
            </Button>
          </>
        )}
        {step === "pending" && <Spinner label="Logging out" />}
        {step === "done" && (
          <>
            <p>You have been successfully logged out.</p>
            <LoginLink>Go to Login</LoginLink>
          </>
        )}
        {step === "failed" && (
          <>
            <p className="font-semibold">Something went wrong during logout.</p>
            <p className="text-muted">
              You are logged out on this device. We could not reach Maarga, so if you are logged in on other
              devices, log out there too.
            </p>
            <LoginLink>Try Login Again</LoginLink>
          </>
        )}
      </div>
    </AuthFrame>
  );
}

/** Nobody is asked who is not logged in. */
function firstStep(status: ReturnType<typeof useSession>["status"]): Step {
  return { "signed-in": "question", "signed-out": "done", loading: "pending" }[status] as Step;
}

/** Causes a full page load, so that no data of the previous user stays in memory. */
function LoginLink({ children }: { children: string }) {
  return (
    <a href="/login" className={buttonClasses({ variant: "primary" })}>
      {children}
    </a>
  );
}
