import { Dialog } from "../../../ui/dialog.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { usePreview } from "./preview-email.ts";

interface EmailPreviewDialogProps {
  readonly subject: string;
  readonly body: string;
  readonly onClose: () => void;
}

export function EmailPreviewDialog({ subject, body, onClose }: EmailPreviewDialogProps) {
  const preview = usePreview(subject, body);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Email Preview"
      description={<span className="wrap-anywhere">Subject: {subject.trim() || "No subject"}</span>}
      width="wide"
    >
      <div className="pb-4">
        {preview.data && (
          // An empty sandbox blocks scripts, forms and popups.
          <iframe
            title="The email as it will be sent"
            sandbox=""
            srcDoc={preview.data.html}
            className="h-[60dvh] w-full rounded-control border"
          />
        )}
        {preview.isError && (
          <LoadFailed text={preview.error.message} onRetry={preview.refetch} busy={preview.isFetching} />
        )}
        {preview.isPending && (
          <div className="grid h-[60dvh] place-items-center">
            <Spinner label="Loading the preview" />
          </div>
        )}
      </div>
    </Dialog>
  );
}
