import { connect, type Socket } from "node:net";
import { DOCUMENTS, documentPath } from "./documents.ts";
import { TYPES } from "./files.ts";
import type { Member } from "./members.ts";
import type { Server } from "./server.ts";

export interface PartialUpload {
  /** Sends some more of the body. */
  send(bytes: Uint8Array | string): Promise<void>;
  abort(): void;
  /** The response. It is incomplete if the server closes the connection early. */
  readonly reply: Promise<string>;
}

/** Starts an upload over a plain socket. It announces a length, but sends only the bytes it is given. */
export async function startUpload(
  server: Server,
  student: Member,
  options: { bytes: number; type?: string; name?: string },
): Promise<PartialUpload> {
  const address = `/storage/v1/object/${DOCUMENTS}/${options.name ?? documentPath(student)}`;
  const type = options.type ?? TYPES.pdf;
  return startRequest(server, student, `POST ${address}`, [
    `Content-Type: ${type}`,
    `Content-Length: ${options.bytes}`,
  ]);
}

/** Continues a resumable upload in the same way. */
export function startPatch(
  server: Server,
  student: Member,
  address: string,
  { offset, bytes }: { offset: number; bytes: number },
): Promise<PartialUpload> {
  return startRequest(server, student, `PATCH ${address}`, [
    "Tus-Resumable: 1.0.0",
    "Content-Type: application/offset+octet-stream",
    `Upload-Offset: ${offset}`,
    `Content-Length: ${bytes}`,
  ]);
}

async function startRequest(
  server: Server,
  student: Member,
  request: string,
  headers: readonly string[],
): Promise<PartialUpload> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const lines = [
    `${request} HTTP/1.1`,
    `Host: ${hostname}`,
    `apikey: ${server.publishableKey}`,
    `Authorization: Bearer ${student.token}`,
    ...headers,
    "Connection: close",
  ];
  const upload = { reply: readAll(socket), send: createSend(socket), abort: () => void socket.destroy() };
  await upload.send(`${lines.join("\r\n")}\r\n\r\n`);
  return upload;
}

function createSend(socket: Socket) {
  return (bytes: Uint8Array | string) =>
    new Promise<void>((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
}

async function readAll(socket: Socket): Promise<string> {
  let text = "";
  try {
    for await (const chunk of socket) {
      text += chunk;
      // The server would wait for the rest of the body.
      if (isComplete(text)) break;
    }
  } catch {
    // Either side may break the connection. The reply is what arrived before that.
  }
  return text;
}

function isComplete(response: string): boolean {
  const [head = "", body] = response.split(/\r\n\r\n(.*)/s, 2);
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? [];
  return body !== undefined && length !== undefined && Buffer.byteLength(body) >= Number(length);
}
