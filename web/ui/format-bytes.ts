const KB = 1024;
const MB = KB * KB;

/** "1.4 MB", "820 KB", in the same megabytes as the limit. */
export function formatBytes(bytes: number): string {
  if (bytes < KB) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  if (bytes < 0.995 * MB) return `${Math.round(bytes / KB)} KB`;
  return `${(bytes / MB).toFixed(1)} MB`;
}
