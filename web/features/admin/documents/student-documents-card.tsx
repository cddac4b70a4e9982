import { Link } from "react-router";
import { StudentDocumentList } from "../../../layout/student-document-list.tsx";
import type { ListedStudent } from "../../../queries/list-students.ts";
import { useStudentDocuments } from "../../../queries/student-documents.ts";
import { buttonClasses } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ShortId } from "../../../ui/short-id.tsx";

export function StudentDocumentsCard({ student }: { student: ListedStudent }) {
  const listed = useStudentDocuments(student.id);
  const { documents = [], waiting = 0 } = listed.data ?? {};
  return (
    <Card>
      <h2 className="wrap-anywhere text-xl">
        Documents for {student.first_name} {student.last_name}
      </h2>
      <p className="wrap-anywhere mb-3 text-muted">
        {student.email} · <ShortId id={student.id} />
      </p>
      <Link
        to={`/agenda/options?student=${student.id}`}
        className={buttonClasses({ size: "small", variant: "secondary", className: "mb-3" })}
      >
        Option list
      </Link>
      {listed.error && (
        <LoadFailed text={listed.error.message} onRetry={listed.refetch} busy={listed.isFetching} />
      )}
      {listed.isPending && <p role="status">Loading documents...</p>}
      {listed.data && documents.length + waiting === 0 && <p>No documents uploaded.</p>}
      {waiting > 0 && (
        <Notice kind="info" className="mb-3">
          {waiting === 1
            ? "1 document is being checked for viruses. You can open it after the check."
            : `${waiting} documents are being checked for viruses. You can open them after the check.`}
        </Notice>
      )}
      <StudentDocumentList studentId={student.id} documents={documents} />
    </Card>
  );
}
