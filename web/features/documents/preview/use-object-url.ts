import { useEffect, useState } from "react";

/** An object URL for the blob; undefined until the first effect has run. */
export function useObjectUrl(blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const newUrl = URL.createObjectURL(blob);
    setUrl(newUrl);
    return () => URL.revokeObjectURL(newUrl);
  }, [blob]);
  return url;
}
