import type { ReactNode } from "react";
import { Link } from "react-router";

interface StudentLinkProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** Leads admins from a student's name to their page. */
export function StudentLink({ id, children }: StudentLinkProps) {
  return (
    <Link to={`/students/student?id=${id}`} className="underline underline-offset-4">
      {children}
    </Link>
  );
}
