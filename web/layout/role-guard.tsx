import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { hasResponse } from "../backend/error-response.ts";
import { hasSecondStep } from "../backend/second-step.ts";
import { useUser } from "../queries/user.ts";
import { LoadFailed } from "../ui/load-failed.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Redirect } from "./redirect.tsx";
import { redirectHome } from "./redirect-home.ts";

const NOT_AUTHORIZED = "You are not authorized to access this page";

interface Check {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

interface RoleGuardProps {
  readonly name: "admin" | "mentor";
  /** Undefined until the server has answered. */
  readonly access: "granted" | "needs two-step" | "none" | undefined;
  readonly check: Check;
  readonly reminder: string;
  readonly children: ReactNode;
}

/**
 * Redirects people without the role away from pages that would be empty for them, and the others to the second step that
 * they need. The server enforces what anyone may access.
 */
export function RoleGuard({ name, access, check, reminder, children }: RoleGuardProps) {
  const { pathname, search } = useLocation();
  const { error, isFetching, refetch } = check;
  useEffect(() => {
    if (hasResponse(error)) redirectHome();
    else if (access === "none") redirectHome(NOT_AUTHORIZED);
  }, [access, error]);
  if (access === "granted")
    return (
      <>
        <TwoStepReminder text={reminder} />
        {children}
      </>
    );
  if (access === "needs two-step")
    return <Redirect to="/two-step" state={{ from: pathname + search, isRequired: true }} />;
  // Without a network, the home page could not be opened either.
  if (error && !hasResponse(error))
    return (
      <>
        <PageTitle title={`${name === "admin" ? "Admin" : "Mentor"} access could not be checked`} />
        <LoadFailed onRetry={refetch} busy={isFetching} />
      </>
    );
  return (
    <p role="status" className="grid min-h-60 place-items-center text-muted">
      {`Checking ${name} access...`}
    </p>
  );
}

function TwoStepReminder({ text }: { text: string }) {
  const { pathname, search } = useLocation();
  if (hasSecondStep(useUser())) return null;
  return (
    <Notice
      kind="info"
      title="Protect the students' data: turn on two-step login."
      className="mb-6 print:hidden"
    >
      {/* On a phone, the page below is worth more than the reason. */}
      <span className="max-sm:hidden">{text} </span>
      <Link
        to="/two-step"
        state={{ from: pathname + search }}
        className="text-press underline underline-offset-4 max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
      >
        Set it up
      </Link>
    </Notice>
  );
}
