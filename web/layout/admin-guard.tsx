import { useEffect } from "react";
import { Link, Navigate, Outlet, useLocation } from "react-router";
import { hasSecondStep } from "../backend/second-step.ts";
import { useAdminCheck } from "../queries/admin-access.ts";
import { useUser } from "../queries/user.ts";
import { buttonClasses } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { redirectHome } from "./redirect-home.ts";

const NOT_AUTHORIZED = "You are not authorized to access this page";

/**
 * Redirects students away from admin pages, which would be empty for them, and admins to the second step that they
 * need. The server enforces what anyone may access.
 */
export default function AdminGuard() {
  const { pathname, search } = useLocation();
  const { data: access, isError } = useAdminCheck(pathname);
  useEffect(() => {
    if (isError) redirectHome();
    else if (access === "none") redirectHome(NOT_AUTHORIZED);
  }, [access, isError]);
  if (access === "granted")
    return (
      <>
        <TwoStepReminder />
        <Outlet />
      </>
    );
  if (access === "needs two-step")
    return <Navigate to="/two-step" replace state={{ from: pathname + search, isRequired: true }} />;
  return (
    // The text is as wide as the page that follows, so that nothing moves sideways.
    <p
      role="status"
      data-wide={pathname === "/assign-plan" || undefined}
      className="grid min-h-60 place-items-center text-muted"
    >
      Checking admin access...
    </p>
  );
}

function TwoStepReminder() {
  const { pathname, search } = useLocation();
  if (hasSecondStep(useUser())) return null;
  return (
    <Notice
      kind="info"
      title="Protect the students' data: turn on two-step login."
      className="mb-6 print:hidden"
      action={
        <Link
          to="/two-step"
          state={{ from: pathname + search }}
          className={buttonClasses({ variant: "secondary", size: "small" })}
        >
          Set it up
        </Link>
      }
    >
      As an admin you see everybody's documents and phone numbers. A password alone is too little for that.
    </Notice>
  );
}
