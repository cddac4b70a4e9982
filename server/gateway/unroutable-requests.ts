import type { Socket } from "node:net";
import type { FastifyReply, FastifyServerOptions } from "fastify";

/** Errors of Node's parser; any other means that the request is no valid HTTP. */
const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Options of Fastify for requests that reach no hook and no route, so that their responses have the same headers. */
export function handleUnroutableRequests(
  headers: Readonly<Record<string, string>>,
): Pick<FastifyServerOptions, "frameworkErrors" | "clientErrorHandler"> {
  return {
    frameworkErrors(_error, _request, reply) {
      // Fastify's own response repeats the address.
      (reply as FastifyReply)
        .code(400)
        .headers(headers)
        .send({ error: "Bad Request", message: "The address of this request cannot be decoded." });
    },
    clientErrorHandler(error, socket: Socket) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (code === "ECONNRESET" || socket.destroyed) return;
      const lines = [
        `HTTP/1.1 ${STATUS_LINES[code] ?? "400 Bad Request"}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        "content-length: 0",
        "connection: close",
      ];
      if (socket.writable) socket.write(`${lines.join("\r\n")}\r\n\r\n`);
      socket.destroy(error);
    },
  };
}
