import { createServer, type Server, type ServerOptions } from "node:http";
import type { FastifyServerFactory } from "fastify";
import { SLOW_CLIENTS } from "../limits/client-limits.ts";
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
  const limitConnections = options.limitConnections ? createConnectionLimit() : undefined;
  return (handler): Server => {
    const server = createServer(timeoutsFor(SLOW_CLIENTS.headersTimeoutMs), limitPipelines(handler));
    refuseInvalidHttp(server, options.headers);
    cutOffSlowClients(server);
    limitConnections?.(server);
    options.connectionEnder.watch(server);
    return server;
  };
}
