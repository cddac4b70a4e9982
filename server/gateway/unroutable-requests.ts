import type { Server } from "node:http";
import type { FastifyReply, FastifyServerOptions } from "fastify";

type Headers = Readonly<Record<string, string>>;

// Requests that reach no hook and no route get the same headers as all others, and nothing of themselves back.

/** Errors of Node's parser; any other means that the request is no valid HTTP. */
const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Replies to requests that Fastify refuses: their address cannot be decoded. */
export function refuseWith(headers: Headers): NonNullable<FastifyServerOptions["frameworkErrors"]> {
  return (_error, _request, reply) => {
    (reply as FastifyReply)
      .code(400)
      .headers(headers)
      .send({ error: "Bad Request", message: "The address of this request cannot be decoded." });
  };
}

/** Replies to what Node cannot parse. */
export function refuseInvalidHttp(server: Server, headers: Headers): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const lines = [
      `HTTP/1.1 ${STATUS_LINES[error.code ?? ""] ?? "400 Bad Request"}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      "content-length: 0",
      "connection: close",
    ];
    if (socket.writable) socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.destroy(error);
  });
}
