import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance, RequestPayload } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The handler reads the body itself, piece by piece. */
    readonly streamsBody?: boolean;
  }
}

const BLOCK_BYTES = 16 * 1024;
/** A body as small as a booking is not worth another stream: even byte by byte, it needs less than half a megabyte. */
const MAX_UNJOINED_BYTES = 1024;

/**
 * Joins the pieces of request bodies into blocks. Fastify keeps each piece in a buffer of its own until the body is
 * complete, so a body that arrives byte by byte would need a hundred times its size.
 */
export function joinChunks(app: FastifyInstance): void {
  app.addHook("preParsing", ({ raw, routeOptions }, _reply, payload, done) => {
    done(null, mayBeLarge(raw) && !routeOptions.config.streamsBody ? new JoinedBody(payload) : payload);
  });
}

function mayBeLarge({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > MAX_UNJOINED_BYTES;
}

/** Leaves the source alone until somebody reads this stream, because the server discards an unread body itself. */
export class JoinedBody extends Readable {
  /** Fastify compares it with the length that the client announced. */
  receivedEncodedLength = 0;
  readonly #source: RequestPayload;
  #isReading = false;
  /** The pieces that have not been passed on: a single piece, or a block that is partly filled. */
  #held: Buffer | undefined;
  #heldBytes = 0;

  constructor(source: RequestPayload) {
    super();
    this.#source = source;
  }

  override _read(): void {
    if (this.#isReading) {
      this.#source.resume();
      return;
    }
    this.#isReading = true;
    this.#source
      .on("data", (piece: Buffer) => {
        this.receivedEncodedLength += piece.length;
        if (!this.#add(piece)) this.#source.pause();
      })
      .on("end", () => {
        this.#passOn();
        this.push(null);
      })
      .on("error", (error: Error) => this.destroy(error));
  }

  /** Returns whether the reader accepts more at once. */
  #add(piece: Buffer): boolean {
    if (this.#heldBytes + piece.length > BLOCK_BYTES) {
      const mayFollow = this.#passOn();
      return piece.length >= BLOCK_BYTES ? this.push(piece) : this.#hold(piece) && mayFollow;
    }
    return this.#hold(piece);
  }

  #hold(piece: Buffer): true {
    if (this.#held === undefined) this.#held = piece;
    else {
      if (this.#held.length < BLOCK_BYTES) this.#held = copyToBlock(this.#held);
      piece.copy(this.#held, this.#heldBytes);
    }
    this.#heldBytes += piece.length;
    return true;
  }

  #passOn(): boolean {
    if (this.#held === undefined) return true;
    const block = this.#held.subarray(0, this.#heldBytes);
    this.#held = undefined;
    this.#heldBytes = 0;
    return this.push(block);
  }
}

function copyToBlock(piece: Buffer): Buffer {
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  piece.copy(block);
  return block;
}
