const KB = 1024;
const MB = KB * KB;

/**
 * Returns "1.4 MB" or "820 KB". Megabytes are binary, as in our limits, and rounded up, so that one byte more than 10
 * MB is not "10.0 MB".
 */
export function formatBytes(bytes: number): string {
  if (bytes < KB) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  if (bytes < 0.995 * MB) return `${Math.round(bytes / KB)} KB`;
  return `${(Math.ceil((bytes / MB) * 10) / 10).toFixed(1)} MB`;
}
