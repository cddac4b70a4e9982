import type { Readable } from "node:stream";
import { readBytes } from "../routes/incoming-upload.ts";

/** The body of a request, read in parts. A broken connection ends it early instead of throwing, so that its bytes count. */
export class PartedBody {
  readonly #chunks: AsyncGenerator<Buffer>;
  #next: Buffer | undefined;
  #failure: unknown;

  constructor(stream: Readable) {
    this.#chunks = readBytes(stream);
  }

  async hasMore(): Promise<boolean> {
    this.#next ??= await this.#read();
    return this.#next !== undefined;
  }

  async *take(maxBytes: number): AsyncGenerator<Buffer> {
    let left = maxBytes;
    while (left > 0 && (await this.hasMore())) {
      const chunk = this.#next as Buffer;
      this.#next = chunk.length > left ? chunk.subarray(left) : undefined;
      const taken = chunk.subarray(0, left);
      left -= taken.length;
      yield taken;
    }
  }

  /** Leaves the rest of the body to whoever drains it. Throws if the connection broke before the end of the body. */
  async finish(): Promise<void> {
    await this.#chunks.return(undefined);
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #read(): Promise<Buffer | undefined> {
    try {
      const { value, done } = await this.#chunks.next();
      return done ? undefined : value;
    } catch (error) {
      this.#failure = error;
      return undefined;
    }
  }
}
