import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ClientLimiter } from "../limits/client-limiter.ts";
import { CLIENT_LIMITS, MAX_DELAYED_REFUSALS, REFUSAL_DELAY_MS } from "../limits/client-limits.ts";
import { LimitReached } from "../limits/limit-reached.ts";
import type { LimitReports } from "../limits/limit-reports.ts";
import { networksOf } from "../limits/network.ts";
import { findBearerToken, type IdentifyCaller } from "./identify-caller.ts";

interface ClientLimitsDependencies {
  readonly identify: IdentifyCaller;
  readonly secretKey: string;
  readonly reports: LimitReports;
  readonly limits?: Pick<typeof CLIENT_LIMITS, "user" | "network" | "wideNetwork">;
  readonly refusalDelayMs?: number;
  readonly maxDelayedRefusals?: number;
}

/** Clocks differ. The services decide whether an expired token is accepted. */
const LEEWAY = { leewaySeconds: 60 };

/**
 * Limits the requests of each network and of each user, on this server alone: a count that servers share would cost each
 * request a round trip. Programs with the secret key are not limited.
 */
export function createClientLimits({
  identify,
  secretKey,
  reports,
  limits = CLIENT_LIMITS,
  refusalDelayMs = REFUSAL_DELAY_MS,
  maxDelayedRefusals = MAX_DELAYED_REFUSALS,
}: ClientLimitsDependencies): (app: FastifyInstance) => void {
  const users = new ClientLimiter(limits.user);
  const networks = new ClientLimiter(limits.network);
  const wideNetworks = new ClientLimiter(limits.wideNetwork);
  const delayed = new Map<string, number>();

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const bearer = findBearerToken(request.headers);
    if ((bearer ?? request.headers.apikey) === secretKey) return;
    const { network, wideNetwork } = networksOf(request.ip);
    const refuse = (limit: string, seconds: number, userId?: string) => {
      reports.report({ limit, address: request.ip, userId });
      return delayRefusal(network, request, reply, new LimitReached(limit, seconds));
    };

    const networkWait = networks.acquire(network);
    if (networkWait > 0) return refuse("requests of a network", networkWait);
    const wideWait = wideNetwork === undefined ? 0 : wideNetworks.acquire(wideNetwork);
    if (wideWait > 0) {
      networks.refund(network);
      return refuse("requests of a network", wideWait);
    }

    const user = bearer === undefined ? undefined : await findUser(request);
    const userWait = user === undefined ? 0 : users.acquire(user);
    if (userWait > 0) {
      // The excess of one user does not use up the allowance of their network.
      networks.refund(network);
      if (wideNetwork !== undefined) wideNetworks.refund(wideNetwork);
      return refuse("requests of a user", userWait, user);
    }

    const release = () => {
      networks.release(network);
      if (wideNetwork !== undefined) wideNetworks.release(wideNetwork);
      if (user !== undefined) users.release(user);
    };
    // Also emitted when the client goes away, which it may have done already.
    if (reply.raw.closed) release();
    else reply.raw.once("close", release);
  }

  /** A token that is not valid counts for the network alone: the service identifies the caller again and refuses it. */
  async function findUser(request: FastifyRequest): Promise<string | undefined> {
    const caller = await identify(request, LEEWAY).catch(() => undefined);
    return typeof caller?.claims.sub === "string" ? caller.claims.sub : undefined;
  }

  /** Throws the refusal after the delay. With too many delayed ones, the connection is closed instead. */
  async function delayRefusal(
    network: string,
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: LimitReached,
  ): Promise<FastifyReply> {
    const count = delayed.get(network) ?? 0;
    if (count >= maxDelayedRefusals) {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    delayed.set(network, count + 1);
    try {
      await wait(refusalDelayMs);
    } finally {
      const rest = (delayed.get(network) ?? 1) - 1;
      if (rest > 0) delayed.set(network, rest);
      else delayed.delete(network);
    }
    throw refusal;
  }

  return (app) => {
    app.addHook("onRequest", admit);
  };
}
