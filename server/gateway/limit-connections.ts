import type { Server } from "node:http";
import type { Socket } from "node:net";
import { CONNECTIONS } from "../limits/client-limits.ts";
import { countLimit } from "../limits/limit-counts.ts";
import { networksOf } from "../limits/network.ts";
import { NetworkLimiter } from "../limits/network-limiter.ts";

interface ConnectionLimit {
  /** Closes connections of a network beyond its limits at once. */
  watch(server: Server): void;
  /** The connection has cost as much as these new ones, of which its network has fewer then. */
  charge(socket: Socket, connections: number): void;
}

/** Only for servers that clients reach without a proxy. */
export function createConnectionLimit(limits: typeof CONNECTIONS = CONNECTIONS): ConnectionLimit {
  const opened = new NetworkLimiter(limits);
  /** Counted apart from the others, because none of them may be forgotten. */
  const open = new Map<string, number>();
  const count = (network: string, difference: number) => {
    const connections = (open.get(network) ?? 0) + difference;
    if (connections > 0) open.set(network, connections);
    else open.delete(network);
    return connections;
  };
  const limit = (socket: Socket) => {
    const from = networksOf(socket.remoteAddress ?? "");
    const { network, wideNetwork } = from;
    let isRefused = count(network, 1) > limits.network.inFlight;
    if (wideNetwork !== undefined && count(wideNetwork, 1) > limits.wideNetwork.inFlight) isRefused = true;
    if (!isRefused && opened.acquire(from) === 0) opened.release(from);
    else isRefused = true;
    socket.once("close", () => {
      count(network, -1);
      if (wideNetwork !== undefined) count(wideNetwork, -1);
    });
    if (!isRefused) return;
    countLimit("connections of a network");
    socket.destroy();
  };
  return {
    watch: (server) => server.on("connection", limit),
    charge: (socket, connections) => opened.charge(networksOf(socket.remoteAddress ?? ""), connections),
  };
}
