import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

export interface TestImap {
  readonly url: string;
  /** Adds a mail to the folder. */
  add(raw: string): void;
  /** Whether each mail was read, in their order. */
  readonly read: readonly boolean[];
  /** The lines that the client has sent. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

interface Mail {
  readonly raw: Buffer;
  isRead: boolean;
}

interface ImapOptions {
  readonly folder?: string;
  /** With TLS from the first byte (imaps). */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Called with each command; returns a response of its own, or undefined for the usual one. */
  readonly misbehave?: (command: string, socket: Socket) => string | undefined;
}

const USER = "bounces@maarga.example";
const PASSWORD = 'pass "word" \\ ?';

/** An IMAP server with one account and one folder, which knows the commands that reading a mailbox needs (RFC 3501). */
export async function startImap({ folder = "INBOX", misbehave, tls }: ImapOptions = {}): Promise<TestImap> {
  const mails: Mail[] = [];
  const lines: string[] = [];
  const sockets = new Set<Socket>();

  /** The untagged lines and the result of a command. */
  const respond = (command: string): { readonly data?: Buffer | string; readonly result: string } => {
    const [, name = "", rest = ""] = /^(\S+(?: (?:SEARCH|FETCH|STORE))?) ?(.*)$/s.exec(command) ?? [];
    switch (name.toUpperCase()) {
      case "CAPABILITY":
        return { data: "* CAPABILITY IMAP4rev1\r\n", result: "OK done" };
      case "LOGIN":
        return rest === `"${USER}" "${PASSWORD.replaceAll(/["\\]/g, "\\$&")}"`
          ? { result: "OK [CAPABILITY IMAP4rev1] welcome" }
          : { result: `NO [AUTHENTICATIONFAILED] ${USER} does not have this password` };
      case "LIST":
        return { data: `* LIST (\\HasNoChildren) "/" "${folder}"\r\n`, result: "OK done" };
      case "SELECT":
        return rest.replaceAll('"', "") === folder
          ? {
              data: `* FLAGS (\\Seen)\r\n* ${mails.length} EXISTS\r\n* 0 RECENT\r\n* OK [UIDVALIDITY 1] valid\r\n`,
              result: "OK [READ-WRITE] selected",
            }
          : { result: "NO [NONEXISTENT] no such folder" };
      case "UID SEARCH": {
        const unread = mails.flatMap(({ isRead }, index) => (isRead ? [] : [index + 1]));
        return { data: `* SEARCH ${unread.join(" ")}\r\n`, result: "OK done" };
      }
      case "UID FETCH":
        return { data: fetchMail(mails, rest), result: "OK done" };
      case "UID STORE": {
        const mail = mails[Number.parseInt(rest, 10) - 1];
        if (mail) mail.isRead = /\+FLAGS(\.SILENT)? \(\\Seen\)/i.test(rest);
        return { result: "OK done" };
      }
      case "NOOP":
      case "CLOSE":
        return { result: "OK done" };
      case "LOGOUT":
        return { data: "* BYE\r\n", result: "OK done" };
      default:
        return { result: "BAD unknown command" };
    }
  };

  const onConnection = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
    let pending = "";
    socket.on("data", (data) => {
      const received = (pending + data.toString()).split("\r\n");
      pending = received.pop() ?? "";
      for (const line of received) {
        lines.push(line);
        const [, tag = "*", command = ""] = /^(\S+) (.*)$/s.exec(line) ?? [];
        const own = misbehave?.(command, socket);
        if (own !== undefined) {
          socket.write(own);
          continue;
        }
        const { data: untagged, result } = respond(command);
        if (untagged) socket.write(untagged);
        socket.write(`${tag} ${result}\r\n`);
        if (command.toUpperCase() === "LOGOUT") socket.end();
      }
    });
  };
  const server = tls ? createTlsServer(tls, onConnection) : createServer(onConnection);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const account = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`;

  return {
    url: `${tls ? "imaps" : "imap"}://${account}@${tls ? "localhost" : "127.0.0.1"}:${port}/${encodeURIComponent(folder)}`,
    add: (raw) => {
      mails.push({ raw: Buffer.from(raw), isRead: false });
    },
    get read() {
      return mails.map(({ isRead }) => isRead);
    },
    lines,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Only as far as the client asks for it, and without marking it as read: BODY.PEEK[]<0.131072>. */
function fetchMail(mails: readonly Mail[], request: string): Buffer {
  const uid = Number.parseInt(request, 10);
  const mail = mails[uid - 1];
  const bytes = /BODY\.PEEK\[\]<0\.(\d+)>/.exec(request)?.[1];
  if (!mail || bytes === undefined) return Buffer.from("");
  const part = mail.raw.subarray(0, Number(bytes));
  return Buffer.concat([
    Buffer.from(`* ${uid} FETCH (UID ${uid} BODY[]<0> {${part.length}}\r\n`),
    part,
    Buffer.from(")\r\n"),
  ]);
}
