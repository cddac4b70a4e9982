import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface Reply {
  readonly status: number;
  readonly body: Buffer;
}

const EMPTY = Buffer.alloc(0);
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** A kept-alive HTTP connection with one request at a time; it does as little work as possible to read a reply. */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = EMPTY;
  #pending: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#read(chunk));
    socket.on("error", (error) => this.#pending?.reject(error));
    socket.on("close", () => this.#pending?.reject(new Error("the connection was closed before the reply")));
  }

  static async open(port: number, localAddress = "127.0.0.1"): Promise<Connection> {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    await once(socket, "connect");
    return new Connection(socket);
  }

  send(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#socket.write(request, "latin1");
    });
  }

  close(): void {
    this.#pending = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const reply = parseReply(this.#received);
    if (!reply) return;
    this.#received = EMPTY;
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.resolve(reply);
  }
}

/** Returns undefined until the reply is complete. */
function parseReply(bytes: Buffer): Reply | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const head = bytes.toString("latin1", 0, headEnd);
  const status = Number(head.slice(9, 12));
  const rest = bytes.subarray(headEnd + 4);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    return rest.length < Number(length) ? undefined : { status, body: rest };
  }
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
    if (!rest.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return undefined;
    return { status, body: joinChunks(rest) };
  }
  return { status, body: EMPTY };
}

function joinChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
