import { useState } from "react";
import { hasMergeFields } from "../../../../domain/merge-fields.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { usePreviewRecipients } from "./audience-query.ts";
import type { Draft } from "./draft.ts";
import { usePreview } from "./preview-email.ts";

interface EmailPreviewDialogProps {
  readonly draft: Draft;
  readonly onClose: () => void;
}

/** The mail as it is sent. With fields, it is shown for one recipient after the other. */
export function EmailPreviewDialog({ draft, onClose }: EmailPreviewDialogProps) {
  const { subject, body } = draft;
  const isForEach = hasMergeFields(subject + body);
  const [place, setPlace] = useState(0);
  const recipients = usePreviewRecipients(draft, isForEach);
  const recipient = recipients.data?.[place];
  const preview = usePreview(subject, body, recipient?.user_id, !isForEach || recipients.isSuccess);
  const shownSubject = preview.data?.subject ?? subject;
  const failed = recipients.isError ? recipients : preview;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Email Preview"
      description={<span className="wrap-anywhere">Subject: {shownSubject.trim() || "No subject"}</span>}
      width="wide"
    >
      <div className="grid gap-3 pb-4">
        {recipients.data && (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p role="status" className="wrap-anywhere min-w-0 flex-1 text-sm">
              {recipient
                ? `${place + 1} of ${recipients.data.length}, the longest names first: ${recipient.full_name}, ${recipient.email}`
                : "Nobody would get it, so the words after the bars are shown."}
            </p>
            {recipients.data.length > 1 && (
              <span className="flex gap-2">
                <Button
                  size="small"
                  variant="secondary"
                  disabled={place === 0}
                  onClick={() => setPlace(place - 1)}
                >
                  Previous
                </Button>
                <Button
                  size="small"
                  variant="secondary"
                  disabled={place + 1 >= recipients.data.length}
                  onClick={() => setPlace(place + 1)}
                >
                  Next
                </Button>
              </span>
            )}
          </div>
        )}
        {preview.data && (
          // An empty sandbox blocks scripts, forms and popups.
          <iframe
            title="The email as it will be sent"
            sandbox=""
            srcDoc={preview.data.html}
            className="h-[60dvh] w-full rounded-control border"
          />
        )}
        {failed.error && (
          <LoadFailed
            text={recipients.isError ? "The recipients could not be loaded." : failed.error.message}
            onRetry={failed.refetch}
            busy={failed.isFetching}
          />
        )}
        {!failed.error && preview.isPending && (
          <div className="grid h-[60dvh] place-items-center">
            <Spinner label="Loading the preview" />
          </div>
        )}
      </div>
    </Dialog>
  );
}
