import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** The mail server refused a command, or does not speak the protocol. The message has nothing from the server. */
class ImapError extends Error {
  readonly code: "refused login" | "refused" | "broken" | "closed";

  constructor(code: ImapError["code"]) {
    super(`the IMAP server: ${code}`);
    this.code = code;
  }
}

/** A response, with its literals cut out. */
interface ImapResponse {
  readonly text: string;
  readonly literals: readonly Buffer[];
}

export interface ImapServer {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

const IDLE_TIMEOUT_MS = 20_000;
/** The longest responses are a mail as far as it is requested, and the numbers of all unread mails. */
const MAX_BYTES = 4 * 1024 * 1024;
const LITERAL = /\{(\d{1,9})\}$/;

/** A connection to an IMAP server (RFC 3501), which runs one command after the other. */
export class ImapConnection {
  readonly #socket: Socket;
  readonly #chunks: AsyncIterator<Buffer>;
  #buffer = Buffer.alloc(0);
  #bytesOfCommand = 0;
  #commands = 0;

  constructor({ host, port, secure }: ImapServer) {
    this.#socket = secure
      ? connectTls({ host, port, servername: isIP(host) ? "" : host })
      : connect({ host, port });
    this.#socket.setTimeout(IDLE_TIMEOUT_MS, () => this.close());
    // Reading rejects, too.
    this.#socket.on("error", () => undefined);
    this.#chunks = this.#socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Waits for the greeting, and logs in. */
  async logIn(user: string, password: string): Promise<void> {
    if (!(await this.#readResponse()).text.startsWith("* OK")) throw new ImapError("broken");
    try {
      await this.run(`LOGIN ${quote(user)} ${quote(password)}`);
    } catch (error) {
      throw error instanceof ImapError && error.code === "refused" ? new ImapError("refused login") : error;
    }
  }

  /** Runs a command, and returns its untagged responses. */
  async run(command: string): Promise<readonly ImapResponse[]> {
    this.#commands += 1;
    this.#bytesOfCommand = 0;
    const tag = `M${this.#commands}`;
    if (!this.#socket.write(`${tag} ${command}\r\n`)) await once(this.#socket, "drain");
    const responses: ImapResponse[] = [];
    for (;;) {
      const response = await this.#readResponse();
      if (response.text.startsWith(`${tag} OK`)) return responses;
      if (response.text.startsWith(`${tag} `)) throw new ImapError("refused");
      if (!response.text.startsWith("* ")) throw new ImapError("broken");
      responses.push(response);
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  async #readResponse(): Promise<ImapResponse> {
    const literals: Buffer[] = [];
    let text = "";
    for (;;) {
      text += await this.#readLine();
      const length = LITERAL.exec(text)?.[1];
      if (length === undefined) return { text, literals };
      literals.push(await this.#readBytes(Number(length)));
      text = text.replace(LITERAL, "");
    }
  }

  async #readLine(): Promise<string> {
    for (let searched = 0; ; ) {
      const end = this.#buffer.indexOf("\r\n", searched);
      if (end >= 0) {
        const line = this.#buffer.toString("latin1", 0, end);
        this.#buffer = this.#buffer.subarray(end + 2);
        return line;
      }
      searched = Math.max(0, this.#buffer.length - 1);
      await this.#readChunk();
    }
  }

  async #readBytes(length: number): Promise<Buffer> {
    if (length > MAX_BYTES) throw new ImapError("broken");
    while (this.#buffer.length < length) await this.#readChunk();
    const bytes = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return bytes;
  }

  async #readChunk(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new ImapError("closed");
    this.#bytesOfCommand += value.length;
    if (this.#bytesOfCommand > MAX_BYTES) throw new ImapError("broken");
    this.#buffer = Buffer.concat([this.#buffer, value]);
  }
}

/** A quoted string, which can hold printable ASCII alone (server/config.ts requires it). */
export function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
