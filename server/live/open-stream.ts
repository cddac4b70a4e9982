import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Failure } from "../errors/failure.ts";
import { Refusal } from "../errors/refusal.ts";
import type { IdentifyCaller } from "../gateway/identify-caller.ts";
import { STREAMS_OF_NETWORK } from "../limits/client-limits.ts";
import { LimitReached } from "../limits/limit-reached.ts";
import type { LimitReports } from "../limits/limit-reports.ts";
import { networksOf } from "../limits/network.ts";
import { NetworkLimiter } from "../limits/network-limiter.ts";
import type { ApiDatabase, Caller } from "../postgres/database.ts";
import { sessionOf } from "../postgres/set-caller.ts";
import type { Live } from "./live.ts";
import type { Reader } from "./streams.ts";

export interface StreamDependencies {
  readonly api: Pick<ApiDatabase, "asCaller">;
  readonly identify: IdentifyCaller;
  /** Absent if the limits of clients are off. */
  readonly reports: LimitReports | undefined;
}

/** The age of the times on the screen, in seconds. */
const querySchema = z.object({ age: z.coerce.number().min(0).optional() }).catch({});

/** Runs behind the check that every request of a signed-in caller passes. */
const NOTHING = { name: "nothing", text: "select" };
const RETRY_SECONDS = 60;
const LIMIT = "streams of a network";

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // Proxies must neither collect nor compress what has to arrive at once.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  // When the stream ends, its connection does, too.
  connection: "close",
};

/** Opens a stream of the days whose busy times change, for everybody who is signed in. */
export function openStream(live: Live, { api, identify, reports }: StreamDependencies) {
  const networks = reports && new NetworkLimiter(STREAMS_OF_NETWORK);

  function admit(request: FastifyRequest, reply: FastifyReply, { userId }: Reader): void {
    if (live.streams.isFull)
      throw new Failure("busy", "too many streams", { retryAfterSeconds: RETRY_SECONDS });
    const from = networksOf(request.ip);
    if (networks === undefined) return;
    if (networks.acquire(from) > 0) {
      reports?.report({ limit: LIMIT, address: request.ip, userId });
      throw new LimitReached(LIMIT, RETRY_SECONDS);
    }
    const release = () => networks.release(from);
    if (reply.raw.closed) release();
    else reply.raw.once("close", release);
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { age } = querySchema.parse(request.query);
    const caller = await identify(request);
    const reader = requireReader(caller);
    admit(request, reply, reader);
    const { endedSessions } = live;
    await api.asCaller(caller, NOTHING);
    if (!live.isListening) throw new Failure("unavailable", "the database sends no notifications");
    reply.hijack();
    if (reply.raw.closed) return reply;
    reply.raw.writeHead(200, reply.headers(HEADERS).getHeaders() as OutgoingHttpHeaders);
    live.streams.add(reader, reply.raw, age === undefined ? "" : live.changes.since(age * 1_000));
    // The session may have ended between its check and now.
    if (live.endedSessions !== endedSessions) live.streams.check();
    return reply;
  };
}

function requireReader({ role, claims }: Caller): Reader {
  const [sessionId, userId, , aal] = sessionOf(claims);
  if (role !== "authenticated" || sessionId === null || userId === null)
    throw new Refusal(401, "Please log in first.");
  return { userId, sessionId, aal, expiresAtMs: Number(claims.exp) * 1_000 };
}
