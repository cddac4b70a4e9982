import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { callFunction } from "../../../backend/call-function.ts";
import { Button } from "../../../ui/button.tsx";
import { formatBytes } from "../../../ui/format-bytes.ts";
import { saveFile } from "../../../ui/save-file.ts";
import { toast } from "../../../ui/toast.ts";
import type { Campaign } from "./campaigns.ts";

interface Attachment {
  readonly position: number;
  readonly filename: string;
  readonly bytes: number;
}

/** The attachments of a campaign, which any admin can save: whoever approves a mail sees all of it. */
export function SentAttachments({ campaign: { id, attachments } }: { campaign: Campaign }) {
  const save = useMutation({
    mutationFn: async ({ position, filename }: Attachment) =>
      saveFile(await callFunction<Blob>("open-attachment", { campaign: id, position }), filename),
    onError: ({ message }) => toast.error(message),
  });
  const files = attachments as unknown as readonly Attachment[];
  if (files.length === 0) return null;
  return (
    <ul aria-label="Attachments" className="mb-4 grid justify-items-start gap-2">
      {files.map((file) => (
        <li key={file.position}>
          <Button
            variant="secondary"
            className="wrap-anywhere max-w-full"
            busy={save.isPending && save.variables.position === file.position}
            onClick={() => save.mutate(file)}
          >
            <Download aria-hidden className="size-4 shrink-0" />
            {file.filename} ({formatBytes(file.bytes)})
          </Button>
        </li>
      ))}
    </ul>
  );
}
