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

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * The client of a request whose proof is in its body. Such a request is limited only after the body has been read,
     * so the route must accept small bodies only.
     */
    readonly clientFromBody?: {
      isExpected(request: FastifyRequest): boolean;
      find(request: FastifyRequest): string | undefined;
    };
  }
}

/** Clocks differ. The services decide whether an expired token is accepted. */
const LEEWAY = { leewaySeconds: 60 };

/** The limits of networks, for requests of one kind. */
interface NetworkLimits {
  readonly limit: string;
  readonly networks: ClientLimiter;
  readonly wideNetworks: ClientLimiter;
}

/**
 * Limits the requests of each user and of each network, on this server alone: a count that servers share would cost
 * each request a round trip. A network is counted twice, with and without proof of a user: a stranger in the network of
 * a school uses up nothing that its students need. Programs with the secret key are not limited.
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
  const createNetworkLimits = (limit: string): NetworkLimits => ({
    limit,
    networks: new ClientLimiter(limits.network),
    wideNetworks: new ClientLimiter(limits.wideNetwork),
  });
  const ofUsers = createNetworkLimits("requests of a network");
  const ofStrangers = createNetworkLimits("requests of a network without proof of a user");
  const delayed = new Map<string, number>();

  async function admitByHeaders(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> {
    const bearer = findBearerToken(request.headers);
    if ((bearer ?? request.headers.apikey) === secretKey) return;
    if (request.routeOptions.config.clientFromBody?.isExpected(request)) return;
    const user = bearer === undefined ? undefined : await findUser(request);
    return admit(request, reply, user, user);
  }

  async function admitByBody(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> {
    const { clientFromBody } = request.routeOptions.config;
    if (!clientFromBody?.isExpected(request)) return;
    if ((findBearerToken(request.headers) ?? request.headers.apikey) === secretKey) return;
    return admit(request, reply, clientFromBody.find(request));
  }

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    client: string | undefined,
    userId?: string,
  ): Promise<FastifyReply | undefined> {
    const { limit, networks, wideNetworks } = client === undefined ? ofStrangers : ofUsers;
    const { network, wideNetwork } = networksOf(request.ip);
    const refuse = (reached: string, seconds: number) => {
      reports.report({ limit: reached, address: request.ip, userId });
      return delayRefusal(network, request, reply, new LimitReached(reached, seconds));
    };

    const networkWait = networks.acquire(network);
    if (networkWait > 0) return refuse(limit, networkWait);
    const wideWait = wideNetwork === undefined ? 0 : wideNetworks.acquire(wideNetwork);
    if (wideWait > 0) {
      networks.refund(network);
      return refuse(limit, wideWait);
    }

    const userWait = client === undefined ? 0 : users.acquire(client);
    if (userWait > 0) {
      // The excess of one user does not use up the allowance of their network.
      networks.refund(network);
      if (wideNetwork !== undefined) wideNetworks.refund(wideNetwork);
      return refuse("requests of a user", userWait);
    }

    const release = () => {
      networks.release(network);
      if (wideNetwork !== undefined) wideNetworks.release(wideNetwork);
      if (client !== undefined) users.release(client);
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
    app.addHook("onRequest", admitByHeaders);
    app.addHook("preHandler", admitByBody);
  };
}
