import { StudentDocumentList } from "../../layout/student-document-list.tsx";
import { useStudentDocuments } from "../../queries/student-documents.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import type { Booking } from "./agenda.ts";

interface Props {
  readonly booking: Booking;
  readonly isAdmin: boolean;
}

/** The student's documents. The server records each view. */
export function StudentDocuments({ booking: { studentId }, isAdmin }: Props) {
  const listed = useStudentDocuments(studentId, { isAdmin });
  if (listed.error) return <LoadFailed onRetry={listed.refetch} busy={listed.isFetching} />;
  if (!listed.data)
    return (
      <p role="status" className="text-muted">
        Loading documents...
      </p>
    );
  const { documents, waiting } = listed.data;
  return (
    <>
      {documents.length === 0 && <p className="text-muted">No documents that you can open.</p>}
      {waiting > 0 && <p className="text-muted">Being checked for viruses: {waiting}</p>}
      <StudentDocumentList studentId={studentId} documents={documents} />
    </>
  );
}
