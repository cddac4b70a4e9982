const SECTOR_BYTES = 512;
const ENTRY_BYTES = 128;
const NONE = 0xffff_ffff;
const END_OF_CHAIN = 0xffff_fffe;

/** A stream with data, or a folder with entries. */
export interface CompoundPart {
  readonly name: string;
  readonly data?: Buffer;
  readonly parts?: readonly CompoundPart[];
}

interface Entry {
  readonly part: CompoundPart;
  next: number;
  child: number;
}

/** Builds the container of Office before 2007: header, table of sectors, directory, streams. */
export function compoundFile(parts: readonly CompoundPart[]): Buffer {
  const entries: Entry[] = [];
  const add = (part: CompoundPart): number => {
    const entry: Entry = { part, next: NONE, child: NONE };
    const index = entries.push(entry) - 1;
    let previous: Entry | undefined;
    for (const inner of part.parts ?? []) {
      const at = add(inner);
      if (previous) previous.next = at;
      else entry.child = at;
      previous = entries[at];
    }
    return index;
  };
  add({ name: "Root Entry", parts });

  const chains: Buffer[] = [Buffer.alloc(Math.ceil(entries.length / 4) * SECTOR_BYTES)];
  const starts = entries.map(({ part }) => (part.data ? chains.push(sectors(part.data)) - 1 : undefined));
  const firsts: number[] = [];
  let sector = 1;
  const table = Buffer.alloc(SECTOR_BYTES, 0xff);
  for (const chain of chains) {
    firsts.push(sector);
    for (const last = sector + chain.length / SECTOR_BYTES - 1; sector <= last; sector++)
      table.writeUInt32LE(sector === last ? END_OF_CHAIN : sector + 1, sector * 4);
  }
  entries.forEach(({ part, next, child }, index) => {
    const at = index * ENTRY_BYTES;
    const directory = chains[0] as Buffer;
    directory.write(part.name, at, "utf16le");
    directory.writeUInt16LE((part.name.length + 1) * 2, at + 64);
    directory.writeUInt8(index === 0 ? 5 : part.parts ? 1 : 2, at + 66);
    directory.writeUInt32LE(NONE, at + 68);
    directory.writeUInt32LE(next, at + 72);
    directory.writeUInt32LE(child, at + 76);
    const start = starts[index];
    directory.writeUInt32LE(start === undefined ? 0 : (firsts[start] as number), at + 116);
    directory.writeUInt32LE(part.data?.length ?? 0, at + 120);
  });
  return Buffer.concat([header(), table, ...chains]);
}

function header(): Buffer {
  const bytes = Buffer.alloc(SECTOR_BYTES);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(bytes);
  bytes.writeUInt16LE(3, 26);
  bytes.writeUInt16LE(0xfffe, 28);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(1, 44);
  bytes.writeUInt32LE(1, 48);
  bytes.fill(0xff, 76);
  bytes.writeUInt32LE(0, 76);
  return bytes;
}

function sectors(data: Buffer): Buffer {
  const padded = Buffer.alloc(Math.ceil(data.length / SECTOR_BYTES) * SECTOR_BYTES);
  data.copy(padded);
  return padded;
}
