import { Outlet, useLocation } from "react-router";
import { type MentorAccess, useMentorCheck } from "../queries/mentor-access.ts";
import { RoleGuard } from "./role-guard.tsx";

/** For the pages of mentors, which admins may open too. Pages get the access as the context of their outlet. */
export default function MentorGuard() {
  const { pathname } = useLocation();
  const check = useMentorCheck(pathname);
  return (
    <RoleGuard
      name="mentor"
      access={check.data && accessOf(check.data)}
      check={check}
      reminder="You see phone numbers and documents of students here. A password alone is too little for that."
    >
      <Outlet context={check.data} />
    </RoleGuard>
  );
}

function accessOf({ is_mentor, is_admin, needs_two_step }: MentorAccess) {
  if (is_mentor || is_admin) return "granted";
  return needs_two_step ? "needs two-step" : "none";
}
