import { Download } from "lucide-react";
import { useReceiptFile } from "../queries/receipts.ts";
import { Button } from "../ui/button.tsx";
import { saveFile } from "../ui/save-file.ts";

/** Saves a receipt as a PDF. */
export function ReceiptButton({ number }: { number: string }) {
  const loading = useReceiptFile();
  const download = () =>
    loading.mutate(number, {
      onSuccess: (file) => saveFile(file, `${number.replaceAll("/", "-")}.pdf`),
    });
  return (
    <div className="grid justify-items-start gap-1">
      <Button
        variant="secondary"
        size="small"
        busy={loading.isPending}
        aria-label={`Download receipt ${number}`}
        onClick={download}
      >
        <Download aria-hidden className="size-4" />
        <span className="tabular">Receipt {number}</span>
      </Button>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {loading.error && "Download failed. Please try again."}
      </p>
    </div>
  );
}
