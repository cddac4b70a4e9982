import { FileText } from "lucide-react";
import { shownDocumentName } from "../../../../domain/documents.ts";
import type { ListedStudent } from "../../../queries/list-students.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ShortId } from "../../../ui/short-id.tsx";
import { toast } from "../../../ui/toast.ts";
import { createDocumentLink, useStudentDocuments } from "./student-documents.ts";

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
              onClick={() => viewDocument(student.id, name)}
            >
              View
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Opens the tab before the link is fetched, because browsers block windows that open long after the click. */
async function viewDocument(studentId: string, name: string): Promise<void> {
  const tab = window.open("about:blank", "_blank");
  try {
    const url = await createDocumentLink(studentId, name);
    if (!tab) {
      window.location.assign(url);
      return;
    }
    tab.opener = null;
    tab.location.replace(url);
  } catch (error) {
    tab?.close();
    toast.error(error instanceof Error ? error.message : "The document could not be opened.");
  }
}
