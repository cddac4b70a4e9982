/** A page as it is sent. */
export interface KeptPage {
  readonly status: number;
  readonly etag: string;
  /** Compressed with Brotli. */
  readonly content: Buffer;
}

/** The memory of an entry itself, beside its content. */
const ENTRY_BYTES = 500;

/** Pages of one version of the data, up to a number of bytes. The one that was not opened for the longest time goes first. */
export class PageCache {
  readonly #maxBytes: number;
  readonly #pages = new Map<string, KeptPage>();
  #version = -1;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(version: number, address: string): KeptPage | undefined {
    if (version !== this.#version) return undefined;
    const page = this.#pages.get(address);
    if (!page) return undefined;
    this.#pages.delete(address);
    this.#pages.set(address, page);
    return page;
  }

  keep(version: number, address: string, page: KeptPage): void {
    if (version < this.#version) return;
    if (version > this.#version) this.#clear(version);
    this.#forget(address);
    this.#pages.set(address, page);
    this.#bytes += bytesOf(address, page);
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest);
    }
  }

  #forget(address: string): void {
    const page = this.#pages.get(address);
    if (!page) return;
    this.#pages.delete(address);
    this.#bytes -= bytesOf(address, page);
  }

  #clear(version: number): void {
    this.#pages.clear();
    this.#bytes = 0;
    this.#version = version;
  }
}

const bytesOf = (address: string, { content }: KeptPage) => content.length + 2 * address.length + ENTRY_BYTES;
