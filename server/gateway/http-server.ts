import { createServer, type Server, type ServerOptions } from "node:http";
import type { Socket } from "node:net";
import type { FastifyServerFactory } from "fastify";
import { CONNECTIONS_OF_PIPELINE, SLOW_CLIENTS } from "../limits/client-limits.ts";
import type { ConnectionEnder } from "./end-connections.ts";
import { createConnectionLimit } from "./limit-connections.ts";
import { limitPipelines } from "./limit-pipelines.ts";
import { cutOffSlowClients } from "./slow-clients.ts";
import { refuseInvalidHttp } from "./unroutable-requests.ts";

const KEEP_ALIVE_TIMEOUT_MS = 72_000;

export function timeoutsFor(headersTimeout: number): ServerOptions {
  return {
    headersTimeout,
    connectionsCheckingInterval: headersTimeout / 10,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // An upload may take long, as long as it keeps up the minimum rate.
    requestTimeout: 0,
  };
}

/** Creates one server for each address that a host name has. They count the connections of a network together. */
export function createServerFactory(options: {
  limitConnections: boolean;
  headers: Readonly<Record<string, string>>;
  connectionEnder: ConnectionEnder;
}): FastifyServerFactory {
  const connections = options.limitConnections ? createConnectionLimit() : undefined;
  return (handler): Server => {
    const charge = (socket: Socket) => connections?.charge(socket, CONNECTIONS_OF_PIPELINE);
    const listener = limitPipelines(handler, charge);
    const server = createServer(timeoutsFor(SLOW_CLIENTS.headersTimeoutMs), listener);
    refuseInvalidHttp(server, options.headers);
    cutOffSlowClients(server);
    connections?.watch(server);
    options.connectionEnder.watch(server);
    return server;
  };
}
