import { useEffect, useRef, useState } from "react";
import { MAX_DOCUMENTS } from "../../../../domain/documents.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useRemoveDocument } from "../requests/remove-document.ts";
import { type StoredDocument, useStoredDocuments } from "../requests/stored-documents.ts";
import { hasResponse } from "../requests/upload-document.ts";
import { DocumentCard } from "./document-card.tsx";
import { DocumentsPicture } from "./documents-picture.tsx";

export function DocumentList({ say }: { say: (news: string) => void }) {
  const documents = useStoredDocuments();
  const remove = useRemoveDocument();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<StoredDocument>();
  const [problem, setProblem] = useState<{ name: string; text: string; at: number }>();
  const [deleted, setDeleted] = useState<string>();

  useEffect(() => {
    if (!deleted) return;
    // After the dialog, which holds the focus as long as it is there: the button that had it is gone.
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [deleted]);

  const confirm = ({ name, shownName }: StoredDocument) => {
    setProblem(undefined);
    remove.mutate(name, {
      onSuccess: () => {
        setDeleted(name);
        say(`${shownName} is deleted.`);
      },
      onError: (error) =>
        setProblem({ name, text: hasResponse(error) ? error.message : NOT_DELETED, at: Date.now() }),
      onSettled: () => setAsked(undefined),
    });
  };

  return (
    <section className="mt-8 grid grid-cols-1 gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Stored documents
        {documents.data && documents.data.length > 0 && (
          <span className="tabular font-text font-normal text-base text-muted">
            {" "}
            {documents.data.length} of {MAX_DOCUMENTS}
          </span>
        )}
      </h2>
      {documents.data ? (
        <Stored
          documents={documents.data}
          problem={problem}
          asOf={documents.dataUpdatedAt}
          onDelete={setAsked}
        />
      ) : documents.error ? (
        <LoadFailed
          text={hasResponse(documents.error) ? documents.error.message : undefined}
          onRetry={documents.refetch}
          busy={documents.isFetching}
        />
      ) : (
        <Waiting />
      )}
      <ConfirmDialog
        danger
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title="Delete this document?"
        text={
          <p className="wrap-anywhere">
            <strong className="font-semibold text-ink">{asked?.shownName}</strong> will be gone for good.
          </p>
        }
        confirm="Delete"
        busy={remove.isPending}
        onConfirm={() => asked && confirm(asked)}
      />
    </section>
  );
}

const NOT_DELETED = "The connection was lost. The document is still here: try again.";

interface StoredProps {
  readonly documents: readonly StoredDocument[];
  readonly problem: { readonly name: string; readonly text: string; readonly at: number } | undefined;
  readonly asOf: number;
  readonly onDelete: (document: StoredDocument) => void;
}

function Stored({ documents, problem, asOf, onDelete }: StoredProps) {
  if (documents.length === 0)
    return (
      <EmptyState
        picture={<DocumentsPicture />}
        title="No documents uploaded yet."
        text="Mark sheets, certificates and the like: kept here, they are at hand on every form."
      />
    );
  return (
    <ul className="grid grid-cols-1 gap-3">
      {documents.map((document) => (
        <DocumentCard
          key={document.name}
          document={document}
          problem={problem?.name === document.name && problem.at > asOf ? problem.text : undefined}
          asOf={asOf}
          onDelete={() => onDelete(document)}
        />
      ))}
    </ul>
  );
}

function Waiting() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-36 sm:h-24" />
    </div>
  );
}
