import { Camera, FilePlus, Upload } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { DOCUMENT_TYPES, MAX_DOCUMENTS } from "../../../../domain/documents.ts";
import { useIsPhone } from "../../../layout/phone.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { cn } from "../../../ui/class-names.ts";
import { FileInput } from "../../../ui/file-input.tsx";
import type { CheckedFile } from "./chosen-file.ts";
import { ChosenRow } from "./chosen-row.tsx";
import { useFileDrop } from "./use-file-drop.ts";
import type { Uploads } from "./use-uploads.ts";

/** Includes extensions, because some phones do not know the types of files. */
const ACCEPTED = [".pdf", ".doc", ".docx", ".jpg", ".jpeg", ".png", ".webp", ...DOCUMENT_TYPES].join(",");

interface UploadCardProps {
  readonly uploads: Uploads;
  readonly files: readonly CheckedFile[];
  readonly hasPlan: boolean;
  /** Undefined until the list is loaded. */
  readonly count: number | undefined;
}

export function UploadCard({ uploads, files, hasPlan, count }: UploadCardProps) {
  const { busy, choose, remove, upload } = uploads;
  const isPhone = useIsPhone();
  const hint = useId();
  const isDisabled = busy || !hasPlan;
  const isDraggedOver = useFileDrop(!isDisabled, choose);
  const ready = files.filter(({ canUpload }) => canUpload);
  const uploadButton = useRef<HTMLDivElement>(null);
  const chosenLast = files.at(-1)?.id;
  useEffect(() => {
    // The upload button, which is the next step, stays visible.
    if (chosenLast) uploadButton.current?.scrollIntoView({ block: "nearest" });
  }, [chosenLast]);

  return (
    <Card className="grid gap-4">
      <div
        className={cn(
          "grid justify-items-center gap-3 rounded-control border border-dashed px-3 py-5 text-center sm:py-7",
          isDraggedOver ? "border-press bg-press-wash" : "border-edge bg-paper",
        )}
      >
        {!isPhone && <p>{isDraggedOver ? "Drop the files to choose them" : "Drop your files here, or"}</p>}
        <div className="grid w-full max-w-64 gap-3 sm:w-auto">
          <FileInput
            label="Choose files"
            icon={<FilePlus aria-hidden className="size-5" />}
            accept={ACCEPTED}
            disabled={isDisabled}
            describedBy={hint}
            onFiles={choose}
          />
          {isPhone && (
            <FileInput
              camera
              label="Take a photo"
              icon={<Camera aria-hidden className="size-5" />}
              accept="image/*"
              disabled={isDisabled}
              onFiles={choose}
            />
          )}
        </div>
        <p id={hint} className="text-balance text-muted text-sm">
          PDF, Word, JPEG, PNG or WebP, up to 10 MB each. {remainingText(count)}
        </p>
      </div>
      {files.length > 0 && (
        <ul aria-label="Chosen files" className="grid gap-3">
          {files.map((file) => (
            <ChosenRow
              key={file.id}
              file={file}
              busy={busy}
              onRetry={() => upload([file])}
              onRemove={() => remove(file.id)}
            />
          ))}
        </ul>
      )}
      <div ref={uploadButton} className="grid scroll-mb-4 sm:justify-start">
        <Button
          className="sm:min-w-40"
          busy={busy}
          busyText="Uploading…"
          disabled={!busy && ready.length === 0}
          onClick={() => upload(ready)}
        >
          <Upload aria-hidden className="size-5" />
          Upload
        </Button>
      </div>
    </Card>
  );
}

function remainingText(count: number | undefined): string {
  if (count === undefined) return "";
  if (count >= MAX_DOCUMENTS)
    return `You have ${MAX_DOCUMENTS} documents, the maximum: delete one to upload another.`;
  const remaining = MAX_DOCUMENTS - count;
  return `You can upload ${remaining === MAX_DOCUMENTS ? remaining : `${remaining} more`}.`;
}
