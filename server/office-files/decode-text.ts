/** Decodes a text file of a bank or a spreadsheet program: UTF-8, UTF-16 with or without a mark, or Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = findUtf16(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Every byte has a meaning in this encoding, so that no file is left that cannot be decoded.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Every second byte of a UTF-16 file is zero where it has digits and Latin letters. */
function findUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = bytes.subarray(0, 400);
  const zeros = (parity: number) => start.filter((byte, index) => index % 2 === parity && byte === 0).length;
  if (zeros(1) > start.length / 4) return "utf-16le";
  return zeros(0) > start.length / 4 ? "utf-16be" : undefined;
}
