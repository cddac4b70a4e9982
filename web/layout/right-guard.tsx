import { Outlet, useLocation } from "react-router";
import { type ColleagueAccess, useRightsCheck } from "../queries/colleague-access.ts";
import { RoleGuard } from "./role-guard.tsx";

/** For the pages of admins that some colleagues may open, too. */
export default function RightGuard() {
  const { pathname } = useLocation();
  const check = useRightsCheck(pathname);
  const right = pathname.startsWith("/payments") ? "take payments" : "see students";
  return (
    <RoleGuard
      name="admin"
      access={check.data && accessOf(check.data, right)}
      check={check}
      reminder="You see phone numbers and payments of students here. A password alone is too little for that."
    >
      <Outlet />
    </RoleGuard>
  );
}

function accessOf({ rights, needs_two_step }: ColleagueAccess, right: string) {
  if (rights.includes(right)) return "granted";
  return needs_two_step ? "needs two-step" : "none";
}
