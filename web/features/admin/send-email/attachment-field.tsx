import { Paperclip, X } from "lucide-react";
import { useId } from "react";
import { ATTACHMENT_EXTENSIONS, findAttachmentRefusal } from "../../../../domain/attachments.ts";
import { FileInput } from "../../../ui/file-input.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { Notice } from "../../../ui/notice.tsx";

interface AttachmentFieldProps {
  readonly files: readonly File[];
  /** The reasons why files were not attached. */
  readonly refusals: readonly string[];
  /** Names of the files that were attached before the page was reloaded. */
  readonly lost: readonly string[];
  readonly onChange: (files: File[], refusals: readonly string[]) => void;
}

export function AttachmentField({ files, refusals, lost, onChange }: AttachmentFieldProps) {
  const hint = useId();
  const addFiles = (chosen: readonly File[]) => {
    const kept = [...files];
    const refused: string[] = [];
    for (const file of chosen) {
      const refusal = findAttachmentRefusal([...kept, file]);
      if (refusal) refused.push(refusal);
      else kept.push(file);
    }
    onChange(kept, [...new Set(refused)]);
  };
  return (
    <div className="grid justify-items-start gap-2">
      <FileInput
        label="Attach Files"
        icon={<Paperclip aria-hidden className="size-4" />}
        accept={ATTACHMENT_EXTENSIONS.map((extension) => `.${extension}`).join(",")}
        disabled={false}
        describedBy={hint}
        onFiles={addFiles}
      />
      <p id={hint} className="text-muted text-sm">
        PDF, JPEG, PNG or GIF, 10&nbsp;MB in total.
      </p>
      {files.length > 0 && (
        <ul aria-label="Attached files" className="w-full divide-y rounded-control border">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name, and rows hold no state
            <li key={index} className="flex items-center gap-3 pl-3">
              <span className="wrap-anywhere min-w-0 flex-1 py-2">{file.name}</span>
              <span className="tabular shrink-0 text-muted text-sm">{formatBytes(file.size)}</span>
              <button
                type="button"
                aria-label={`Remove ${file.name}`}
                className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-wash hover:text-ink"
                onClick={() =>
                  onChange(
                    files.filter((_, other) => other !== index),
                    [],
                  )
                }
              >
                <X aria-hidden className="size-5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {refusals.length > 0 && (
        <Notice kind="danger" className="w-full">
          {refusals.map((refusal) => (
            <p key={refusal}>{refusal}</p>
          ))}
        </Notice>
      )}
      {lost.length > 0 && (
        <Notice kind="warning" className="w-full" title="Please attach again">
          {lost.join(", ")}
        </Notice>
      )}
    </div>
  );
}
