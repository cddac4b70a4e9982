import { ShieldAlert, ShieldQuestion } from "lucide-react";
import type { StoredDocument } from "../requests/stored-documents.ts";

/** Tells the student about a document that was not scanned yet, or whose file was removed because of the scan. */
export function ScanNotice({ scanState }: Pick<StoredDocument, "scanState">) {
  if (scanState === undefined) return null;
  const Icon = scanState === "waiting" ? ShieldQuestion : ShieldAlert;
  return (
    <p className="flex gap-2 text-sm sm:col-span-2">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      {TEXTS[scanState]}
    </p>
  );
}

const TEXTS = {
  waiting: "Being checked for viruses. Our counsellors can open it as soon as the check is done.",
  infected:
    "Our virus scanner found something harmful in this file, so we removed it. Please delete this entry, check the device the file came from, and upload a clean copy.",
};
