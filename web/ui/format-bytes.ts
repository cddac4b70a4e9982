const KB = 1024;
const MB = KB * KB;

/** "1.4 MB", "820 KB", in the same megabytes as a limit; what is over one by a byte is not shown as just it. */
export function formatBytes(bytes: number): string {
  if (bytes < KB) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  if (bytes < 0.995 * MB) return `${Math.round(bytes / KB)} KB`;
  return `${(Math.ceil((bytes / MB) * 10) / 10).toFixed(1)} MB`;
}
