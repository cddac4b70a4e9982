import { FileText } from "lucide-react";
import { shownDocumentName } from "../../../../domain/documents.ts";
import type { ListedStudent } from "../../../queries/list-students.ts";
import { createDocumentLink, useStudentDocuments } from "../../../queries/student-documents.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { openInTab } from "../../../ui/open-in-tab.ts";
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
      <ul className="divide-y">
        {documents.map(({ name }) => (
          <li key={name} className="flex items-center gap-3 py-2">
            <FileText aria-hidden className="size-5 shrink-0 text-muted" />
            <span className="wrap-anywhere min-w-0 flex-1">{shownDocumentName(name)}</span>
            <Button
              size="small"
              variant="secondary"
              aria-label={`View ${shownDocumentName(name)}`}
              onClick={() => openInTab(() => createDocumentLink(student.id, name))}
            >
              View
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
