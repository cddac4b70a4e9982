import { Link, useSearchParams } from "react-router";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NoteSearch } from "./student/note-search.tsx";
import { type SeenStudent, useStudent } from "./student/student.ts";

export const meta = () => [{ title: "Student · Maarga" }];

export const handle = { skeleton: <PageSkeleton title="Student" isWide /> };

const StudentSections = lazyPart(async () => (await import("./student-sections.tsx")).StudentSections, {
  fallback: <Skeleton className="h-60" />,
});

/** Everything about one student, and what an admin does for them. The address has their id, because names are not unique. */
export default function StudentPage() {
  const [params] = useSearchParams();
  const id = params.get("id") ?? "";
  const student = useStudent(id);
  const opened = student.data;
  if (id === "")
    return (
      <>
        <PageTitle title="Student" />
        <p>
          Choose a student in{" "}
          <Link to="/students" className="underline underline-offset-4">
            the list of students
          </Link>
          , or find one by the notes about them.
        </p>
        <NoteSearch />
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
      <PageTitle title={nameOf(opened)} />
      <StudentSections opened={opened} />
    </>
  );
}

/** A student without a profile has only an address. */
function nameOf({ account, profile }: SeenStudent): string {
  return profile ? `${profile.first_name} ${profile.last_name}` : account.email;
}

/** The code of a refusal by a rule in the database, whose message is written for the admin. */
const REFUSED_BY_RULE = "P0001";

function messageOf(error: Error): string {
  return "code" in error && error.code === REFUSED_BY_RULE
    ? error.message
    : "The student could not be loaded.";
}
