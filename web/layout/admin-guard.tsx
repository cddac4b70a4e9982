import { useEffect } from "react";
import { Outlet, useLocation } from "react-router";
import { useAdminCheck } from "../queries/is-admin.ts";
import { redirectHome } from "./redirect-home.ts";

const NOT_AUTHORIZED = "You are not authorized to access this page";

/**
 * Redirects students away from admin pages, which would be empty for them. The server enforces what anyone may access.
 */
export default function AdminGuard() {
  const { pathname } = useLocation();
  const { data: isAdmin, isError } = useAdminCheck(pathname);
  useEffect(() => {
    if (isError) redirectHome();
    else if (isAdmin === false) redirectHome(NOT_AUTHORIZED);
  }, [isAdmin, isError]);
  if (isAdmin) return <Outlet />;
  return (
    <p role="status" className="grid min-h-60 place-items-center text-muted">
      Checking admin access...
    </p>
  );
}
