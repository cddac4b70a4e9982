import { CircleAlert, Download, Eye, Trash2 } from "lucide-react";
import { useState } from "react";
import { dayOf, formatDay } from "../../../../domain/kolkata-time.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { saveFile } from "../../../ui/save-file.ts";
import { IconButton } from "../icon-button.tsx";
import { canPreview } from "../preview/can-preview.ts";
import { FileIcon } from "../preview/file-icon.tsx";
import { PreviewDialog } from "../preview/preview-dialog.tsx";
import { StoredPreview } from "../preview/stored-preview.tsx";
import { useDownloadDocument } from "../requests/download-document.ts";
import type { StoredDocument } from "../requests/stored-documents.ts";
import { ScanNotice } from "./scan-notice.tsx";

interface DocumentCardProps {
  readonly document: StoredDocument;
  /** The reason why the document could not be deleted. */
  readonly problem: string | undefined;
  /** The time of the last successful refresh of the list, in milliseconds. It clears earlier errors. */
  readonly updatedAt: number;
  readonly isReachable: boolean;
  /** The file is on this device. */
  readonly isKept: boolean;
  readonly onDelete: () => void;
}

export function DocumentCard({
  document,
  problem,
  updatedAt,
  isReachable,
  isKept,
  onDelete,
}: DocumentCardProps) {
  const { name, shownName, bytes, type, storedAt, scanState } = document;
  // The file of an infected document is gone; the entry only tells the student.
  const canOpen = (isReachable || isKept) && scanState !== "infected";
  const download = useDownloadDocument();
  const [failedAt, setFailedAt] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const error = problem ?? (download.isError && failedAt > updatedAt ? "Download failed." : undefined);
  return (
    <li>
      <Card className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-x-6">
        <div className="flex flex-wrap items-start gap-3">
          <FileIcon type={type} />
          <div className="min-w-0 flex-[1_1_8rem]">
            <p className="wrap-anywhere font-medium leading-snug">{shownName}</p>
            <p className="tabular text-muted text-sm">
              {formatBytes(bytes)} ·{" "}
              <span className="inline-block">
                {formatDay(storedAt)} {dayOf(storedAt).slice(0, 4)}
              </span>
              {isKept && <span className="block">On this phone</span>}
            </p>
          </div>
          {canOpen && canPreview(type) && (
            <span className="-mt-1 -mr-2">
              <IconButton label={`Preview ${shownName}`} onClick={() => setIsOpen(true)}>
                <Eye aria-hidden className="size-5" />
              </IconButton>
            </span>
          )}
        </div>
        <div className="grid columns-from-[7.5rem] empty:hidden gap-3 sm:grid-cols-2">
          {canOpen && (
            <Button
              variant="secondary"
              size="small"
              aria-label={`Download ${shownName}`}
              busy={download.isPending}
              onClick={() =>
                download.mutate(name, {
                  onSuccess: (blob) => saveFile(blob, shownName),
                  onError: () => setFailedAt(Date.now()),
                })
              }
            >
              <Download aria-hidden className="size-4" />
              Download
            </Button>
          )}
          {isReachable && (
            <Button
              variant="secondary"
              size="small"
              className="sm:col-start-2"
              aria-label={`Delete ${shownName}`}
              onClick={onDelete}
            >
              <Trash2 aria-hidden className="size-4" />
              Delete
            </Button>
          )}
        </div>
        <ScanNotice scanState={scanState} />
        {error && (
          <p role="alert" className="flex gap-2 wrap-anywhere font-medium text-danger sm:col-span-2">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {error}
          </p>
        )}
      </Card>
      <PreviewDialog open={isOpen} onOpenChange={setIsOpen} name={shownName}>
        <StoredPreview document={document} />
      </PreviewDialog>
    </li>
  );
}
