import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/kolkata-time.ts";
import { tables } from "../../../backend/tables.ts";
import type { ListedStudent } from "../../../queries/list-students.ts";
import { buttonClasses } from "../../../ui/button.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ShortId } from "../../../ui/short-id.tsx";

async function findStudentsWithSamePhone(student: string) {
  const { data, error } = await tables().rpc("find_students_with_same_phone", { student });
  if (error) throw error;
  return data;
}

interface SamePhoneProps {
  readonly student: ListedStudent;
  /** Called when the admin leaves the dialog for the list of these students. */
  readonly onLeave: () => void;
}

/** Payments are confirmed by phone, so a plan could go to another student with the same number. */
export function SamePhone({ student, onLeave }: SamePhoneProps) {
  const others = useQuery({
    queryKey: ["same phone", student.id, student.phone],
    queryFn: () => findStudentsWithSamePhone(student.id),
    staleTime: 0,
  });
  if (others.isError)
    return (
      <LoadFailed
        text="Other students with this phone could not be checked."
        onRetry={others.refetch}
        busy={others.isFetching}
      />
    );
  if (!others.data?.length) return null;
  // Without the country code, which the others may have left out.
  const digits = student.phone.replace(/\D/g, "").slice(-10);
  return (
    <Notice
      kind="warning"
      title={
        others.data.length === 1
          ? "Another student has this phone"
          : `${others.data.length === 5 ? "At least 5" : others.data.length} other students have this phone`
      }
      action={
        <Link
          to={`/assign-plan?search=${digits}`}
          onClick={onLeave}
          className={buttonClasses({ variant: "secondary", size: "small" })}
        >
          Show all students with this phone
        </Link>
      }
    >
      <ul className="grid gap-1">
        {others.data.map(({ id, first_name, last_name, email, created_at }) => (
          <li key={id}>
            {first_name} {last_name}, {email}, joined {formatDateTime(new Date(created_at))}{" "}
            <ShortId id={id} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
