import { shownDocumentName } from "../../../domain/documents.ts";
import { createDocumentLink, useStudentDocuments } from "../../queries/student-documents.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { openInTab } from "../../ui/open-in-tab.ts";
import type { Booking } from "./agenda.ts";

interface Props {
  readonly booking: Booking;
  readonly isAdmin: boolean;
}

/** The student's documents. The server records each view. */
export function Papers({ booking: { studentId }, isAdmin }: Props) {
  const listed = useStudentDocuments(studentId, { isAdmin });
  if (listed.error) return <LoadFailed onRetry={listed.refetch} busy={listed.isFetching} />;
  if (!listed.data)
    return (
      <p role="status" className="text-muted">
        Loading papers...
      </p>
    );
  const { documents, waiting } = listed.data;
  return (
    <>
      {documents.length === 0 && <p className="text-muted">No papers that you can open.</p>}
      {waiting > 0 && <p className="text-muted">Being checked for viruses: {waiting}</p>}
      <ul className="divide-y empty:hidden">
        {documents.map(({ name }) => (
          <li key={name} className="flex items-center gap-3 py-2">
            <span className="wrap-anywhere min-w-0 flex-1">{shownDocumentName(name)}</span>
            <Button
              size="small"
              variant="secondary"
              aria-label={`View ${shownDocumentName(name)}`}
              onClick={() => openInTab(() => createDocumentLink(studentId, name))}
            >
              View
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
