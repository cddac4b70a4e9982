import { shownDocumentName } from "../../domain/documents.ts";
import { createDocumentLink } from "../queries/student-documents.ts";
import { Button } from "../ui/button.tsx";
import { openInTab } from "../ui/open-in-tab.ts";

interface StudentDocumentListProps {
  readonly studentId: string;
  readonly documents: readonly { readonly name: string }[];
}

/** A student's documents, for admins and mentors. The server records each view. */
export function StudentDocumentList({ studentId, documents }: StudentDocumentListProps) {
  return (
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
  );
}
