import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { MAX_PIPELINED_REQUESTS } from "../limits/client-limits.ts";
import { countLimit } from "../limits/limit-counts.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Closes a connection that sends many requests without waiting for their responses: Node passes on all that arrive
 * together, two thousand of them in one block of 64 kB, before anybody else is served. No browser does that.
 */
export function limitPipelines(
  handle: Handler,
  onRefused: (socket: Socket) => void = () => undefined,
  maxRequests = MAX_PIPELINED_REQUESTS,
): RequestListener {
  const running = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    // The rest of a block after its connection was closed.
    if (socket.destroyed) return;
    const requests = (running.get(socket) ?? 0) + 1;
    if (requests > maxRequests) {
      countLimit("requests of a connection");
      onRefused(socket);
      socket.destroy();
      return;
    }
    running.set(socket, requests);
    response.once("close", () => running.set(socket, (running.get(socket) ?? 1) - 1));
    handle(request, response);
  };
}
