import type { Server } from "node:http";
import type { Socket } from "node:net";
import { MAX_CONNECTIONS } from "../limits/client-limits.ts";
import { countLimit } from "../limits/limit-counts.ts";
import { networksOf } from "../limits/network.ts";

/** Closes connections beyond the maximum of a network at once. Only for servers that clients reach without a proxy. */
export function createConnectionLimit(
  limits: Readonly<Record<"network" | "wideNetwork", number>> = MAX_CONNECTIONS,
): (server: Server) => void {
  const open = new Map<string, number>();
  const count = (network: string, difference: number) => {
    const connections = (open.get(network) ?? 0) + difference;
    if (connections > 0) open.set(network, connections);
    else open.delete(network);
    return connections;
  };
  const limit = (socket: Socket) => {
    const { network, wideNetwork } = networksOf(socket.remoteAddress ?? "");
    let isRefused = count(network, 1) > limits.network;
    if (wideNetwork !== undefined && count(wideNetwork, 1) > limits.wideNetwork) isRefused = true;
    socket.once("close", () => {
      count(network, -1);
      if (wideNetwork !== undefined) count(wideNetwork, -1);
    });
    if (!isRefused) return;
    countLimit("connections of a network");
    socket.destroy();
  };
  return (server) => server.on("connection", limit);
}
