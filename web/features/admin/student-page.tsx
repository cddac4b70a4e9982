import { Link, useSearchParams } from "react-router";
import { useAdminAccess } from "../../queries/admin-access.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NoteSearch } from "./student/note-search.tsx";
import { nameOfStudent, useStudent } from "./student/student.ts";

export const meta = () => [{ title: "Student · Maarga" }];

export const handle = { skeleton: <PageSkeleton title="Student" />, isWide: true };

const StudentSections = lazyPart(async () => (await import("./student-sections.tsx")).StudentSections, {
  fallback: <Skeleton className="h-60" />,
});

/** Everything about one student, and what an admin does for them. The address has their id, because names are not unique. */
export default function StudentPage() {
  const [params] = useSearchParams();
  const id = params.get("id") ?? "";
  const student = useStudent(id);
  const opened = student.data;
  // Other colleagues see no notes.
  const isAdmin = useAdminAccess().data === "granted";
  if (id === "")
    return (
      <>
        <PageTitle title="Student" />
        <p>
          Choose a student in{" "}
          <Link to="/students" className="underline underline-offset-4">
            the list of students
          </Link>
          {isAdmin ? ", or find one by the notes about them." : "."}
        </p>
        {isAdmin && <NoteSearch />}
      </>
    );
  if (!opened)
    return (
      <>
        <PageTitle title="Student" />
        {student.error ? (
          <LoadFailed text={messageOf(student.error)} onRetry={student.refetch} busy={student.isFetching} />
        ) : (
          <Skeleton className="h-60" />
        )}
      </>
    );
  return (
    <>
      <PageTitle title={nameOfStudent(opened)} />
      <StudentSections opened={opened} />
    </>
  );
}

/** The code of a refusal by a rule in the database, whose message is written for the admin. */
const REFUSED_BY_RULE = "P0001";

function messageOf(error: Error): string {
  return "code" in error && error.code === REFUSED_BY_RULE
    ? error.message
    : "The student could not be loaded.";
}
