import { useState } from "react";
import { shownDocumentName } from "../../domain/documents.ts";
import { formatInstant } from "../../domain/kolkata-time.ts";
import { createDocumentLink } from "../queries/student-documents.ts";
import { Button } from "../ui/button.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { openInTab } from "../ui/open-in-tab.ts";
import { Skeleton } from "../ui/skeleton.tsx";

const DocumentPreview = lazyPart(async () => (await import("./document-preview.tsx")).DocumentPreview, {
  fallback: <Skeleton className="h-60" />,
});

/** The documents that are pictures. */
const PICTURE = /\.(?:jpe?g|png|webp)$/i;

interface StudentDocument {
  readonly name: string;
  readonly created_at: string | null;
}

interface StudentDocumentListProps {
  readonly studentId: string;
  readonly documents: readonly StudentDocument[];
}

/** A student's documents, for admins and mentors. The server records each view, so a preview is shown by a press only. */
export function StudentDocumentList({ studentId, documents }: StudentDocumentListProps) {
  return (
    <ul className="divide-y empty:hidden">
      {documents.map((document) => (
        <DocumentItem key={document.name} studentId={studentId} {...document} />
      ))}
    </ul>
  );
}

function DocumentItem({ studentId, name, created_at }: StudentDocument & { studentId: string }) {
  const [isOpen, setOpen] = useState(false);
  const shown = shownDocumentName(name);
  return (
    <li className="grid gap-2 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="wrap-anywhere min-w-0 grow basis-32">
          {shown}
          {created_at && (
            <span className="block text-muted text-sm">{formatInstant(new Date(created_at))}</span>
          )}
        </span>
        {PICTURE.test(name) && (
          <Button
            size="small"
            variant="secondary"
            aria-label={`Preview ${shown}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Preview
          </Button>
        )}
        <Button
          size="small"
          variant="secondary"
          aria-label={`View ${shown}`}
          onClick={() => openInTab(() => createDocumentLink(studentId, name))}
        >
          View
        </Button>
      </div>
      {isOpen && <DocumentPreview studentId={studentId} name={name} />}
    </li>
  );
}
