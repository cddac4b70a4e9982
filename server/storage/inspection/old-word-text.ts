const PROPERTIES = 1;
const PIECES = 2;
const POSITION_BYTES = 4;
const PIECE_BYTES = 8;
/** The place of a piece in its entry. */
const PLACE_AT = 2;
/** The flag of a piece with one byte for each character. Its place is then given in half bytes. */
const ONE_BYTE = 0x4000_0000;

/**
 * Reads the text of a Word document of 1997 to 2003, which is stored in pieces, by their table: properties that
 * follow a 1, and then, after a 2, the positions of the pieces in the text and their places in the stream. Returns
 * undefined if the table is damaged.
 */
export function readOldWordText(stream: Buffer, table: Buffer): string | undefined {
  let at = 0;
  while (table[at] === PROPERTIES && at + 3 <= table.length) at += 3 + table.readUInt16LE(at + 1);
  if (table[at] !== PIECES || at + 5 > table.length) return undefined;
  const list = table.subarray(at + 5, at + 5 + table.readUInt32LE(at + 1));
  const count = Math.floor((list.length - POSITION_BYTES) / (POSITION_BYTES + PIECE_BYTES));
  const pieces: string[] = [];
  let length = 0;
  for (let index = 0; index < count; index++) {
    const start = list.readUInt32LE(index * POSITION_BYTES);
    const characters = list.readUInt32LE((index + 1) * POSITION_BYTES) - start;
    const place = list.readUInt32LE((count + 1) * POSITION_BYTES + index * PIECE_BYTES + PLACE_AT);
    length += characters;
    // Pieces do not overlap, so there are never more characters than bytes.
    if (characters < 0 || length > stream.length) return undefined;
    pieces.push(readPiece(stream, place, characters));
  }
  return pieces.join("");
}

function readPiece(stream: Buffer, place: number, characters: number): string {
  const start = place & (ONE_BYTE - 1);
  return place & ONE_BYTE
    ? stream.toString("latin1", start >>> 1, (start >>> 1) + characters)
    : stream.toString("utf16le", start, start + characters * 2);
}
