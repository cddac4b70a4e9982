import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Refusal } from "../../errors/refusal.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { limitFailures } from "../request-limits.ts";
import { optionalText, parseBody } from "../request-schemas.ts";
import { describeClient } from "../sessions/client.ts";
import type { EndedSessions } from "../sessions/ended-sessions.ts";
import { decodeRefreshToken } from "../sessions/refresh-tokens.ts";
import { rotateSession } from "../sessions/rotate-session.ts";
import { createSessionResponse } from "../sessions/session-response.ts";

const refreshBody = z.object({ refresh_token: optionalText });

/** POST /token?grant_type=refresh_token, for the owner of a refresh token. */
export function refreshSession(dependencies: AuthDependencies, endedSessions: EndedSessions) {
  const { database, internalKeys } = dependencies;
  const firstArrivals = new Map<string, number>();
  const refresh = async (request: FastifyRequest, reply: FastifyReply) => {
    // The body is complete now. A client can hold it back for minutes, so the arrival of the headers proves nothing.
    const arrivedAtMs = performance.now();
    const { refresh_token } = parseBody(refreshBody, request);
    const token = decodeRefreshToken(refresh_token ?? "", internalKeys);
    const key = `${token.sessionId} ${token.rotation}`;
    // A request that arrives before the first one is answered counts as arrived with it: its client cannot know the
    // answer. Only the first has an entry, so nobody extends the time with a chain of requests.
    const firstArrivedAtMs = firstArrivals.get(key);
    if (firstArrivedAtMs === undefined) firstArrivals.set(key, arrivedAtMs);
    try {
      const { session, user } = await rotateSession(database, token, {
        client: describeClient(request),
        elapsedMs: () => performance.now() - (firstArrivedAtMs ?? arrivedAtMs),
      });
      return await createSessionResponse(dependencies, reply, session, user);
    } catch (error) {
      const hasEnded = error instanceof Refusal && error.code.startsWith("refresh_token_");
      if (hasEnded) endedSessions.add(token.sessionId);
      throw error;
    } finally {
      if (firstArrivedAtMs === undefined) firstArrivals.delete(key);
    }
  };
  return (request: FastifyRequest, reply: FastifyReply) =>
    limitFailures(dependencies, request, "token request", () => refresh(request, reply));
}

/**
 * A refresh is counted by its session, if its token is genuine: many students share a network. Sessions that have ended
 * are no longer bounded by the number that an account may have, so they count as strangers.
 */
export function ownerOfRefreshToken(
  { internalKeys }: Pick<AuthDependencies, "internalKeys">,
  endedSessions: EndedSessions,
) {
  return {
    isExpected: ({ query }: FastifyRequest) =>
      (query as Record<string, unknown>).grant_type === "refresh_token",
    find({ body }: FastifyRequest): string | undefined {
      const parsed = refreshBody.safeParse(body);
      try {
        const { sessionId } = decodeRefreshToken(parsed.data?.refresh_token ?? "", internalKeys);
        return endedSessions.has(sessionId) ? undefined : sessionId;
      } catch (error) {
        if (error instanceof Refusal) return undefined;
        throw error;
      }
    },
  };
}
