import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Server } from "./server.ts";

export interface CuttingProxy {
  readonly url: string;
  /** The number of connections that were cut. */
  readonly cuts: () => number;
  stop(): Promise<void>;
}

/**
 * Passes bytes to a server, and cuts each of the first connections after it has carried this many bytes to the server.
 * The bytes passed on before have arrived: the server's side ends after it, instead of being reset.
 */
export async function startCuttingProxy(
  server: Server,
  { cuts: maxCuts, afterBytes }: { cuts: number; afterBytes: number },
): Promise<CuttingProxy> {
  let cuts = 0;
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(server.url);
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    let left = afterBytes;
    client.on("data", (chunk) => {
      if (cuts >= maxCuts) return void upstream.write(chunk);
      upstream.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left > 0) return;
      cuts += 1;
      client.destroy();
      upstream.end();
    });
    client.on("close", () => upstream.end());
    upstream.on("data", (chunk) => client.write(chunk)).on("close", () => client.end());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cuts: () => cuts,
    async stop() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
