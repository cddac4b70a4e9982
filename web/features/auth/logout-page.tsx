import { useEffect, useState } from "react";
import { buttonClasses } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { logOut } from "./log-out.ts";

export const meta = () => [{ title: "Log out · Maarga" }];

export default function LogoutPage() {
  const [outcome, setOutcome] = useState<"pending" | "done" | "failed">("pending");
  useEffect(() => {
    logOut().then(
      () => setOutcome("done"),
      () => setOutcome("failed"),
    );
  }, []);

  return (
    <AuthFrame title={outcome === "done" ? "See you soon" : "Logging out"}>
      <div role="status" className="grid gap-4">
        {outcome === "pending" && <Spinner label="Logging out" />}
        {outcome === "done" && (
          <>
            <p>You have been successfully logged out.</p>
            <LoginLink>Go to Login</LoginLink>
          </>
        )}
        {outcome === "failed" && (
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

/** Causes a full page load, so that no data of the previous user stays in memory. */
function LoginLink({ children }: { children: string }) {
  return (
    <a href="/login" className={buttonClasses({ variant: "primary" })}>
      {children}
    </a>
  );
}
