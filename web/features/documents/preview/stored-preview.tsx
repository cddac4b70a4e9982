import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { useDocument } from "../requests/download-document.ts";
import type { StoredDocument } from "../requests/stored-documents.ts";
import { FilePreview } from "./file-preview.tsx";

export function StoredPreview({ document: { name, shownName } }: { document: StoredDocument }) {
  const { data, isFetching, refetch } = useDocument(name);
  if (data) return <FilePreview blob={data} name={shownName} />;
  if (isFetching)
    return (
      <div className="grid h-[40dvh] place-items-center">
        <Spinner label="Loading the document" />
      </div>
    );
  return <LoadFailed text="Download failed." onRetry={refetch} />;
}
