import { useState } from "react";
import { useObjectUrl } from "./use-object-url.ts";

export function FilePreview({ blob, name }: { blob: Blob; name: string }) {
  const url = useObjectUrl(blob);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <p className="py-10 text-center text-muted">This picture cannot be shown.</p>;
  if (!url) return <div className="h-[60dvh]" />;
  return blob.type === "application/pdf" ? (
    <iframe src={url} title={name} className="h-[65dvh] w-full rounded-control border bg-wash" />
  ) : (
    <img
      src={url}
      alt={name}
      onError={() => setIsBroken(true)}
      className="mx-auto max-h-[65dvh] rounded-control bg-wash object-contain"
    />
  );
}
