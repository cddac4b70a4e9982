import { useEffect } from "react";
import { Outlet, useLocation } from "react-router";
import { useAdminCheck } from "../queries/is-admin.ts";
import { redirectHome } from "./redirect-home.ts";

const REFUSED = "You are not authorized to access this page";

/** Around the admins' pages. It only spares others an empty page: what they may read and write, the server decides. */
export default function AdminGuard() {
  const { pathname } = useLocation();
  const { data: isAdmin, isError } = useAdminCheck(pathname);
  useEffect(() => {
    if (isError) redirectHome();
    else if (isAdmin === false) redirectHome(REFUSED);
  }, [isAdmin, isError]);
  if (isAdmin) return <Outlet />;
  return (
    <p role="status" className="grid min-h-60 place-items-center text-muted">
      Checking admin access...
    </p>
  );
}
