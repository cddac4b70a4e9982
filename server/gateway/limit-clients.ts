import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ClientLimiter } from "../limits/client-limiter.ts";
import {
  CLIENT_LIMITS,
  MAX_DELAYED_REFUSALS,
  REFUSAL_DELAY_MS,
  REFUSAL_INTERVAL_MS,
} from "../limits/client-limits.ts";
import { LimitReached } from "../limits/limit-reached.ts";
import type { LimitReports } from "../limits/limit-reports.ts";
import { networksOf } from "../limits/network.ts";
import { NetworkLimiter } from "../limits/network-limiter.ts";
import { findBearerToken, type IdentifyCaller } from "./identify-caller.ts";

interface ClientLimitsDependencies {
  readonly identify: IdentifyCaller;
  /** Tells whether a token can be identified without checking its signature. */
  readonly isKnownToken: (token: string) => boolean;
  readonly secretKey: string;
  readonly reports: LimitReports;
  readonly limits?: Pick<typeof CLIENT_LIMITS, "user" | "session" | "network" | "wideNetwork">;
  readonly refusalDelayMs?: number;
  readonly refusalIntervalMs?: number;
  readonly maxDelayedRefusals?: number;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * The client of a request whose proof is in its body. Such a request is limited only after the body has been read,
     * so the route must accept small bodies only. One whose body cannot be read counts as that of a stranger.
     */
    readonly clientFromBody?: {
      isExpected(request: FastifyRequest): boolean;
      find(request: FastifyRequest): string | undefined;
    };
    /** The response lasts as long as its reader stays, so it counts for the rate alone. The service has limits of its own. */
    readonly isStream?: boolean;
  }
}

/** Clocks differ. The services decide whether an expired token is accepted. */
const LEEWAY = { leewaySeconds: 60 };

/** The limits of clients and of their networks, for requests of one kind. */
interface KindLimits {
  readonly clientLimit: string;
  readonly clients: ClientLimiter;
  readonly networkLimit: string;
  readonly networks: NetworkLimiter;
}

/** A user, or the session of a refresh. */
interface ProvenClient {
  readonly id: string;
  readonly userId?: string;
  readonly kind: KindLimits;
}

/**
 * Limits the requests of each user and of each network, on this server alone: a count that servers share would cost
 * each request a round trip. A network is counted three times, for requests with and without proof of a user and for
 * refreshes: neither a stranger in the network of a school, nor somebody with many sessions, uses up what the requests
 * of its students need. Programs with the secret key are not limited.
 */
export function createClientLimits({
  identify,
  isKnownToken,
  secretKey,
  reports,
  limits = CLIENT_LIMITS,
  refusalDelayMs = REFUSAL_DELAY_MS,
  refusalIntervalMs = REFUSAL_INTERVAL_MS,
  maxDelayedRefusals = MAX_DELAYED_REFUSALS,
}: ClientLimitsDependencies): (app: FastifyInstance) => void {
  const createNetworkLimits = (networkLimit: string) => ({
    networkLimit,
    networks: new NetworkLimiter(limits),
  });
  const ofUsers: KindLimits = {
    clientLimit: "requests of a user",
    clients: new ClientLimiter(limits.user),
    ...createNetworkLimits("requests of a network"),
  };
  const ofRefreshes: KindLimits = {
    clientLimit: "refreshes of a session",
    clients: new ClientLimiter(limits.session),
    ...createNetworkLimits("refreshes of a network"),
  };
  const ofStrangers = createNetworkLimits("requests of a network without proof of a user");
  const forgeries = new NetworkLimiter(limits);
  const countedByBody = new WeakSet<FastifyRequest>();
  const delayed = new Map<string, { count: number; lastAtMs: number }>();

  async function admitByHeaders(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> {
    const bearer = findBearerToken(request.headers);
    if (isProgram(request) || isCountedByBody(request)) return;
    const user = bearer === undefined ? undefined : await findUser(request, bearer);
    return admit(request, reply, user === undefined ? undefined : { id: user, userId: user, kind: ofUsers });
  }

  async function admitByBody(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> {
    if (!isCountedByBody(request)) return;
    countedByBody.add(request);
    const session = request.routeOptions.config.clientFromBody?.find(request);
    return admit(request, reply, session === undefined ? undefined : { id: session, kind: ofRefreshes });
  }

  /** Delays the error over the limit, because a hook for errors cannot replace it. */
  async function countUnreadBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (isCountedByBody(request) && !countedByBody.has(request)) await admit(request, reply, undefined);
  }

  function isCountedByBody(request: FastifyRequest): boolean {
    const isExpected = request.routeOptions.config.clientFromBody?.isExpected(request) ?? false;
    return isExpected && !isProgram(request);
  }

  function isProgram({ headers }: FastifyRequest): boolean {
    return (findBearerToken(headers) ?? headers.apikey) === secretKey;
  }

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    client: ProvenClient | undefined,
  ): Promise<FastifyReply | undefined> {
    const { networkLimit, networks } = client?.kind ?? ofStrangers;
    const from = networksOf(request.ip);
    const refuse = (reached: string, seconds: number, lane: string) => {
      reports.report({ limit: reached, address: request.ip, userId: client?.userId });
      return delayRefusal(lane, request, reply, new LimitReached(reached, seconds));
    };

    const networkWait = networks.acquire(from);
    if (networkWait > 0) return refuse(networkLimit, networkWait, from.network);
    const clientWait = client?.kind.clients.acquire(client.id) ?? 0;
    if (client && clientWait > 0) {
      // The excess of one client does not use up the allowance of their network.
      networks.giveBack(from);
      return refuse(client.kind.clientLimit, clientWait, client.id);
    }

    const release = () => {
      networks.release(from);
      client?.kind.clients.release(client.id);
    };
    // Also emitted when the client goes away, which it may have done already.
    if (reply.raw.closed || request.routeOptions.config.isStream) release();
    else reply.raw.once("close", release);
  }

  /**
   * A token that is not valid counts for the network alone: the service identifies the caller again and refuses it. After
   * many of them, the signatures of unknown tokens of the network are not checked here.
   */
  async function findUser(request: FastifyRequest, token: string): Promise<string | undefined> {
    const from = networksOf(request.ip);
    const isUnknown = !isKnownToken(token);
    if (isUnknown && forgeries.isUsedUp(from)) return undefined;
    const caller = await identify(request, LEEWAY).catch(() => undefined);
    if (isUnknown && !caller) forgeries.count(from);
    return typeof caller?.claims.sub === "string" ? caller.claims.sub : undefined;
  }

  /**
   * Throws the refusal after the delay. Those of a user, wherever they are, or of a network follow each other at an interval,
   * because a client with many connections would repeat all of its requests at the same moment. With too many of them, the
   * connection is closed instead.
   */
  async function delayRefusal(
    lane: string,
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: LimitReached,
  ): Promise<FastifyReply> {
    const refusals = delayed.get(lane) ?? { count: 0, lastAtMs: Number.NEGATIVE_INFINITY };
    if (refusals.count >= maxDelayedRefusals) {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    const now = performance.now();
    refusals.count += 1;
    refusals.lastAtMs = Math.max(now + refusalDelayMs, refusals.lastAtMs + refusalIntervalMs);
    delayed.set(lane, refusals);
    try {
      await wait(refusals.lastAtMs - now);
    } finally {
      refusals.count -= 1;
      if (refusals.count === 0) delayed.delete(lane);
    }
    throw refusal;
  }

  return (app) => {
    app.addHook("onRequest", admitByHeaders);
    app.addHook("preHandler", admitByBody);
    app.addHook("onError", countUnreadBody);
  };
}
