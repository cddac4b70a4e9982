import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

const CHECK_MS = 50;

/**
 * Ends the connections of an app that closes, each as soon as it has no request. Node would wait for those without a
 * first request, such as browsers open in advance, until their clients leave, and for those whose request ends after the
 * server began to close, until they were idle for over a minute.
 */
export class ConnectionEnder {
  readonly #servers = new Set<Server>();
  readonly #silent = new Set<Socket>();

  watch(server: Server): void {
    this.#servers.add(server);
    server.on("connection", (socket: Socket) => {
      this.#silent.add(socket);
      socket.once("close", () => this.#silent.delete(socket));
    });
    server.on("request", ({ socket }) => this.#silent.delete(socket));
  }

  endWith(app: FastifyInstance): void {
    app.addHook("preClose", (done) => {
      for (const socket of this.#silent) socket.destroy();
      for (const server of this.#servers) {
        const timer = setInterval(() => server.closeIdleConnections(), CHECK_MS);
        server.once("close", () => clearInterval(timer));
        if (!server.listening) clearInterval(timer);
      }
      done();
    });
  }
}
