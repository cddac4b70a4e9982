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

/** Extensions too: some phones do not know the types of files. */
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
  const isClosed = busy || !hasPlan;
  const isOver = useFileDrop(!isClosed, choose);
  const ready = files.filter(({ canUpload }) => canUpload);
  const next = useRef<HTMLDivElement>(null);
  const chosenLast = files.at(-1)?.id;
  useEffect(() => {
    // The upload button is the next step: keep it visible.
    if (chosenLast) next.current?.scrollIntoView({ block: "nearest" });
  }, [chosenLast]);

  return (
    <Card className="grid gap-4">
      <div
        className={cn(
          "grid justify-items-center gap-3 rounded-control border border-dashed px-3 py-5 text-center sm:py-7",
          isOver ? "border-press bg-press-wash" : "border-edge bg-paper",
        )}
      >
        {!isPhone && <p>{isOver ? "Drop the files to choose them" : "Drop your files here, or"}</p>}
        <div className="grid w-full max-w-64 gap-3 sm:w-auto">
          <FileInput
            label="Choose files"
            icon={<FilePlus aria-hidden className="size-5" />}
            accept={ACCEPTED}
            disabled={isClosed}
            describedBy={hint}
            onFiles={choose}
          />
          {isPhone && (
            <FileInput
              camera
              label="Take a photo"
              icon={<Camera aria-hidden className="size-5" />}
              accept="image/*"
              disabled={isClosed}
              onFiles={choose}
            />
          )}
        </div>
        <p id={hint} className="text-balance text-muted text-sm">
          PDF, Word, JPEG, PNG or WebP, up to 10 MB each. {placesText(count)}
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
      <div ref={next} className="grid scroll-mb-4 sm:justify-start">
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

function placesText(count: number | undefined): string {
  if (count === undefined) return "";
  if (count >= MAX_DOCUMENTS)
    return `All ${MAX_DOCUMENTS} places are taken: delete a document to upload another.`;
  const left = MAX_DOCUMENTS - count;
  return `You can upload ${left === MAX_DOCUMENTS ? left : `${left} more`}.`;
}
