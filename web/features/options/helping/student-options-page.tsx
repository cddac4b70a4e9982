import { useState } from "react";
import { useSearchParams } from "react-router";
import { type ExamCode, examName } from "../../../../domain/option-exams.ts";
import { hasResponse } from "../../../backend/error-response.ts";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useStudentLists } from "./student-lists.ts";

/** Loaded when a list is opened. */
const OpenedList = lazyPart(async () => (await import("./opened-list.tsx")).OpenedList, {
  fallback: <Skeleton className="h-60" />,
});

export const meta = () => [{ title: "A student’s options · Maarga" }];

export const handle = { skeleton: <PageSkeleton title="A student’s options" /> };

/** For mentors and admins: a list is opened by a press, which the audit log records. */
export default function StudentOptionsPage() {
  const [params] = useSearchParams();
  const studentId = params.get("student") ?? "";
  if (!/^[0-9a-f-]{36}$/.test(studentId))
    return (
      <>
        <PageTitle title="A student’s options" />
        <p className="text-muted">
          Open an option list from a booking in the agenda, or as an admin from the student’s documents.
        </p>
      </>
    );
  return <Lists key={studentId} studentId={studentId} />;
}

function Lists({ studentId }: { studentId: string }) {
  const listed = useStudentLists(studentId);
  const [opened, setOpened] = useState<ExamCode>();
  if (listed.error)
    return (
      <>
        <PageTitle title="A student’s options" />
        {hasResponse(listed.error) ? (
          <Notice kind="danger">
            You may open the lists of a student who has a call with you, until 30 days after it.
          </Notice>
        ) : (
          <LoadFailed onRetry={listed.refetch} busy={listed.isFetching} />
        )}
      </>
    );
  if (!listed.data) return <PageSkeleton title="A student’s options" />;
  const { student, lists } = listed.data;
  return (
    <>
      <PageTitle
        title={`Options of ${student ?? "a student"}`}
        text="Opening a list is recorded in the audit log. Comments and proposals are read by the student."
      />
      {lists.length === 0 && <p className="text-muted">This student has no option list yet.</p>}
      <div className="mb-6 flex flex-wrap gap-3 empty:hidden">
        {lists.map(({ exam, options }) => (
          <Button
            key={exam}
            variant={exam === opened ? "primary" : "secondary"}
            aria-pressed={exam === opened}
            onClick={() => setOpened(exam)}
          >
            {examName(exam)}: {options === 1 ? "1 option" : `${options} options`}
          </Button>
        ))}
      </div>
      {opened && <OpenedList key={opened} studentId={studentId} exam={opened} />}
    </>
  );
}
