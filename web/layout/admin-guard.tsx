import { Outlet, useLocation } from "react-router";
import { useAdminCheck } from "../queries/admin-access.ts";
import { RoleGuard } from "./role-guard.tsx";

/** For the pages of admins. */
export default function AdminGuard() {
  const { pathname } = useLocation();
  const check = useAdminCheck(pathname);
  return (
    <RoleGuard
      name="admin"
      access={check.data}
      check={check}
      reminder="As an admin you see everybody's documents and phone numbers. A password alone is too little for that."
    >
      <Outlet />
    </RoleGuard>
  );
}
