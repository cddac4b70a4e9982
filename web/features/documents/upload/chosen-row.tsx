import { CircleAlert, Eye, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { IconButton } from "../icon-button.tsx";
import { canPreview } from "../preview/can-preview.ts";
import { FilePreview } from "../preview/file-preview.tsx";
import { PreviewDialog } from "../preview/preview-dialog.tsx";
import { Thumbnail } from "../preview/thumbnail.tsx";
import type { CheckedFile, Step } from "./chosen-file.ts";

interface ChosenRowProps {
  readonly file: CheckedFile;
  readonly busy: boolean;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

export function ChosenRow({
  file: { file, step, problem, canUpload },
  busy,
  onRetry,
  onRemove,
}: ChosenRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const state = STATES[step.kind];
  return (
    <li className="grid gap-2 rounded-control border p-3">
      <div className="flex items-start gap-3">
        <Thumbnail file={file} />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-medium leading-snug">{file.name}</p>
          <p className="tabular text-muted text-sm">{formatBytes(file.size)}</p>
        </div>
        <div className="-mt-1 -mr-2 flex">
          {canPreview(file.type) && (
            <IconButton label={`Preview ${file.name}`} onClick={() => setIsOpen(true)}>
              <Eye aria-hidden className="size-5" />
            </IconButton>
          )}
          <IconButton
            label={`Remove ${file.name}`}
            disabled={busy && step.kind !== "offline"}
            onClick={onRemove}
          >
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
      {state && (
        <ProgressBar
          label={`${file.name}: upload`}
          text={state}
          share={"share" in step ? step.share : undefined}
        />
      )}
      {problem && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="alert" className="flex min-w-0 gap-2 wrap-anywhere font-medium text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {problem}
          </p>
          {canUpload && (
            <Button
              variant="secondary"
              size="small"
              disabled={busy}
              aria-label={`Try again: ${file.name}`}
              onClick={onRetry}
            >
              Try again
            </Button>
          )}
        </div>
      )}
      <PreviewDialog open={isOpen} onOpenChange={setIsOpen} name={file.name}>
        <FilePreview blob={file} name={file.name} />
      </PreviewDialog>
    </li>
  );
}

const STATES: Readonly<Record<Step["kind"], string | undefined>> = {
  chosen: undefined,
  failed: undefined,
  waiting: "Waiting",
  shrinking: "Making the picture smaller…",
  sending: "Uploading…",
  offline: "Waiting for the connection…",
};
