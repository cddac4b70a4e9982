import { useState } from "react";
import { FileIcon } from "./file-icon.tsx";
import { useObjectUrl } from "./use-object-url.ts";

/** Shows a small picture, or an icon for other files and for pictures that the browser cannot show. */
export function Thumbnail({ file }: { file: File }) {
  const [isBroken, setIsBroken] = useState(false);
  return file.type.startsWith("image/") && !isBroken ? (
    <Picture file={file} onBroken={() => setIsBroken(true)} />
  ) : (
    <FileIcon type={file.type} />
  );
}

function Picture({ file, onBroken }: { file: File; onBroken: () => void }) {
  const url = useObjectUrl(file);
  return (
    <span className="grid size-11 shrink-0 overflow-hidden rounded-control bg-wash">
      {url && <img src={url} alt="" onError={onBroken} className="size-full object-cover" />}
    </span>
  );
}
