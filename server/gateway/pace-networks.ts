import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { MAX_WAITING_TURNS, TURNS } from "../limits/client-limits.ts";
import { countLimit } from "../limits/limit-counts.ts";
import { networksOf } from "../limits/network.ts";
import { Pace } from "../limits/pace.ts";

interface PaceLimits {
  readonly turns: typeof TURNS;
  readonly maxWaiting: number;
}

/**
 * Lets the requests of a network wait for their turn, whatever they ask for: pages, wrong addresses and wrong keys have no
 * other limit. They are not refused, because a visitor must always get a page.
 */
export function paceNetworks(
  app: FastifyInstance,
  { turns, maxWaiting }: PaceLimits = { turns: TURNS, maxWaiting: MAX_WAITING_TURNS },
): void {
  const networks = new Pace({ ...turns.network, maxWaiting });
  const wideNetworks = new Pace({ ...turns.wideNetwork, maxWaiting });
  app.addHook("onRequest", async (request, reply) => {
    const { network, wideNetwork } = networksOf(request.ip);
    const waitMs = networks.takeTurn(network);
    const wideWaitMs = wideNetwork === undefined ? 0 : wideNetworks.takeTurn(wideNetwork);
    if (waitMs === undefined || wideWaitMs === undefined) {
      countLimit("turns of a network");
      request.raw.socket.destroy();
      return reply.hijack();
    }
    const longest = Math.max(waitMs, wideWaitMs);
    if (longest > 0) await wait(longest);
  });
}
