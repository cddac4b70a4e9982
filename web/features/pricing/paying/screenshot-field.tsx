import { FileImage, Paperclip, X } from "lucide-react";
import { useId } from "react";
import { PROOF_TYPES } from "../../../../domain/payment-proofs.ts";
import { Button } from "../../../ui/button.tsx";
import { FileInput } from "../../../ui/file-input.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import type { Screenshot } from "./use-screenshot.ts";

/** Includes extensions, because some phones do not recognize the types. */
const ACCEPTED = [".pdf", ".jpg", ".jpeg", ".png", ".webp", ...PROOF_TYPES].join(",");

export function ScreenshotField({ screenshot, busy }: { screenshot: Screenshot; busy: boolean }) {
  const { file, problem, progress, choose, remove } = screenshot;
  const id = useId();
  return (
    <div className="grid justify-items-start gap-2">
      <p id={id} className="text-sm">
        <span className="font-medium text-base">Screenshot</span>{" "}
        <span className="text-muted">(optional)</span>
        <span className="block text-muted">PNG, JPEG, WebP or PDF, up to 5 MB. The UTR is enough.</span>
      </p>
      {file && (
        <div className="flex w-full min-w-0 items-center gap-3 rounded-control border py-2 pr-2 pl-3">
          <FileImage aria-hidden className="size-5 shrink-0 text-muted" />
          <p className="min-w-0 flex-1 wrap-anywhere text-sm">
            {file.name} <span className="tabular whitespace-nowrap text-muted">{formatBytes(file.size)}</span>
          </p>
          <Button variant="quiet" size="small" aria-label={`Remove ${file.name}`} onClick={remove}>
            <X aria-hidden className="size-5" />
          </Button>
        </div>
      )}
      {progress && (
        <div className="w-full">
          <ProgressBar label="Screenshot: upload" {...progress} />
        </div>
      )}
      <div aria-live="polite">
        {problem && (
          <p className="flex gap-1.5 text-danger text-sm">
            <Icon shape="alert" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{problem}</span>
          </p>
        )}
      </div>
      <FileInput
        label={file ? "Choose another" : "Add a screenshot"}
        icon={<Paperclip aria-hidden className="size-5" />}
        accept={ACCEPTED}
        disabled={busy}
        describedBy={id}
        onFiles={([chosen]) => chosen && choose(chosen)}
      />
    </div>
  );
}
