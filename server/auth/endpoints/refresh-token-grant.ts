import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Refusal } from "../../errors/refusal.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { limitFailures } from "../request-limits.ts";
import { optionalText, parseBody } from "../request-schemas.ts";
import { describeClient } from "../sessions/client.ts";
import { decodeRefreshToken } from "../sessions/refresh-tokens.ts";
import { rotateSession } from "../sessions/rotate-session.ts";
import { createSessionResponse } from "../sessions/session-response.ts";

const refreshBody = z.object({ refresh_token: optionalText });

/** POST /token?grant_type=refresh_token, for the owner of a refresh token. */
export function refreshSession(dependencies: AuthDependencies) {
  const { database, internalKeys } = dependencies;
  const refresh = async (request: FastifyRequest, reply: FastifyReply) => {
    // The body is complete now. A client can hold it back for minutes, so the arrival of the headers proves nothing.
    const arrivedAtMs = performance.now();
    const { refresh_token } = parseBody(refreshBody, request);
    const token = decodeRefreshToken(refresh_token ?? "", internalKeys);
    const { session, user } = await rotateSession(database, token, {
      client: describeClient(request),
      elapsedMs: () => performance.now() - arrivedAtMs,
    });
    return createSessionResponse(dependencies, reply, session, user);
  };
  return (request: FastifyRequest, reply: FastifyReply) =>
    limitFailures(dependencies, request, "token request", () => refresh(request, reply));
}

/** A refresh is counted by its session, if its token is genuine: many students share a network. */
export function ownerOfRefreshToken({ internalKeys }: Pick<AuthDependencies, "internalKeys">) {
  return {
    isExpected: ({ query }: FastifyRequest) =>
      (query as Record<string, unknown>).grant_type === "refresh_token",
    find({ body }: FastifyRequest): string | undefined {
      const parsed = refreshBody.safeParse(body);
      try {
        return decodeRefreshToken(parsed.data?.refresh_token ?? "", internalKeys).sessionId;
      } catch (error) {
        if (error instanceof Refusal) return undefined;
        throw error;
      }
    },
  };
}
