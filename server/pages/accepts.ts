/** Browsers send fifty characters. Everyone may request pages without a limit, so a longer header is not read. */
const MAX_ENCODINGS_CHARS = 500;

/** Whether a client that sent this Accept-Encoding takes the encoding. */
export function accepts(header: string | string[] | undefined, encoding: string): boolean {
  return String(header ?? "")
    .slice(0, MAX_ENCODINGS_CHARS)
    .split(",")
    .some((part) => {
      const [name, quality] = part.trim().split(/\s*;\s*q=/i);
      return name === encoding && quality !== "0";
    });
}
