import { Link } from "react-router";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { examName } from "../../../../domain/option-exams.ts";
import { StudentDocumentList } from "../../../layout/student-document-list.tsx";
import { useStudentDocuments } from "../../../queries/student-documents.ts";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Nothing, Section } from "./section.tsx";
import type { OpenedStudent } from "./student.ts";

export function DocumentsSection({ opened }: { opened: OpenedStudent }) {
  const { id } = opened.account;
  const listed = useStudentDocuments(id);
  const { documents = [], waiting = 0 } = listed.data ?? {};
  return (
    <Section title="Documents of the student">
      {listed.error && (
        <LoadFailed text={listed.error.message} onRetry={listed.refetch} busy={listed.isFetching} />
      )}
      {listed.isPending && <Skeleton className="h-20" />}
      {listed.data && documents.length + waiting === 0 && <Nothing>No documents uploaded.</Nothing>}
      {waiting > 0 && <p className="text-muted">Being checked for viruses: {waiting}</p>}
      <StudentDocumentList studentId={id} documents={documents} />
      <ul className="text-sm empty:hidden">
        {opened.option_lists.map(({ exam, options, changed_at }) => (
          <li key={exam}>
            Option list for {examName(exam)} ({options === 1 ? "1 option" : `${options} options`}),{" "}
            <span className="text-muted">changed {formatInstant(new Date(changed_at))}</span>
          </li>
        ))}
      </ul>
      <Link
        to={`/agenda/options?student=${id}`}
        className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
      >
        Option lists
      </Link>
    </Section>
  );
}
