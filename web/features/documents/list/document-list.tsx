import { useEffect, useRef, useState } from "react";
import { MAX_DOCUMENTS } from "../../../../domain/documents.ts";
import { hasResponse } from "../../../backend/error-response.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useKeptNames } from "../kept/use-kept-documents.ts";
import { useRemoveDocument } from "../requests/remove-document.ts";
import { type StoredDocument, useStoredDocuments } from "../requests/stored-documents.ts";
import { DocumentCard } from "./document-card.tsx";
import { DocumentsPicture } from "./documents-picture.tsx";

interface DocumentListProps {
  readonly announce: (text: string) => void;
  /** Undefined until the list is loaded. */
  readonly documents: readonly StoredDocument[] | undefined;
  /** False while the list is the one that is kept on the device. */
  readonly isReachable: boolean;
}

export function DocumentList({ announce, documents, isReachable }: DocumentListProps) {
  const { error, refetch, isFetching, dataUpdatedAt } = useStoredDocuments();
  const remove = useRemoveDocument();
  const heading = useRef<HTMLHeadingElement>(null);
  const [toDelete, setToDelete] = useState<StoredDocument>();
  const [problem, setProblem] = useState<{ name: string; text: string; at: number }>();
  const [deleted, setDeleted] = useState<string>();

  useEffect(() => {
    if (!deleted) return;
    // The delete button is gone, and the dialog keeps the focus until it has closed.
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [deleted]);

  const confirm = ({ name, shownName }: StoredDocument) => {
    setProblem(undefined);
    remove.mutate(name, {
      onSuccess: () => {
        setDeleted(name);
        announce(`${shownName} is deleted.`);
      },
      onError: (error) =>
        setProblem({ name, text: hasResponse(error) ? error.message : NOT_DELETED, at: Date.now() }),
      onSettled: () => setToDelete(undefined),
    });
  };

  return (
    <section className="mt-8 grid grid-cols-1 gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Stored documents
        {documents && documents.length > 0 && (
          <span className="tabular font-text font-normal text-base text-muted">
            {" "}
            {documents.length} of {MAX_DOCUMENTS}
          </span>
        )}
      </h2>
      {documents ? (
        <StoredDocuments
          documents={documents}
          problem={problem}
          updatedAt={dataUpdatedAt}
          isReachable={isReachable}
          onDelete={setToDelete}
        />
      ) : error ? (
        <LoadFailed
          text={hasResponse(error) ? error.message : undefined}
          onRetry={refetch}
          busy={isFetching}
        />
      ) : (
        <ListSkeleton />
      )}
      <ConfirmDialog
        danger
        open={toDelete !== undefined}
        onOpenChange={(open) => !open && setToDelete(undefined)}
        title="Delete this document?"
        text={
          <p className="wrap-anywhere">
            <strong className="font-semibold text-ink">{toDelete?.shownName}</strong> will be deleted
            permanently.
          </p>
        }
        confirm="Delete"
        busy={remove.isPending}
        onConfirm={() => toDelete && confirm(toDelete)}
      />
    </section>
  );
}

const NOT_DELETED = "The connection was lost. The document is still here: try again.";

interface StoredDocumentsProps {
  readonly documents: readonly StoredDocument[];
  readonly problem: { readonly name: string; readonly text: string; readonly at: number } | undefined;
  readonly updatedAt: number;
  readonly isReachable: boolean;
  readonly onDelete: (document: StoredDocument) => void;
}

function StoredDocuments({ documents, problem, updatedAt, isReachable, onDelete }: StoredDocumentsProps) {
  const { data: keptNames } = useKeptNames();
  if (documents.length === 0)
    return (
      <EmptyState
        picture={<DocumentsPicture />}
        title="No documents uploaded yet."
        text="Keep mark sheets, certificates and the like here, ready for every form."
      />
    );
  return (
    <ul className="grid grid-cols-1 gap-3">
      {documents.map((document) => (
        <DocumentCard
          key={document.name}
          document={document}
          problem={problem?.name === document.name && problem.at > updatedAt ? problem.text : undefined}
          updatedAt={updatedAt}
          isReachable={isReachable}
          isKept={keptNames?.includes(document.name) ?? false}
          onDelete={() => onDelete(document)}
        />
      ))}
    </ul>
  );
}

function ListSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-36 sm:h-24" />
    </div>
  );
}
