import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { parseQuery, queryText } from "../request-schemas.ts";
import type { EndedSessions } from "../sessions/ended-sessions.ts";
import { signInWithPassword } from "./password-grant.ts";
import { exchangeAuthCode } from "./pkce-grant.ts";
import { refreshSession } from "./refresh-token-grant.ts";

const tokenQuery = z.object({ grant_type: queryText });

/** POST /token, open to everyone: the handler of the grant type checks the credentials. */
export function token(dependencies: AuthDependencies, endedSessions: EndedSessions) {
  const passwordGrant = signInWithPassword(dependencies);
  const refreshTokenGrant = refreshSession(dependencies, endedSessions);
  const pkceGrant = exchangeAuthCode(dependencies);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    switch (parseQuery(tokenQuery, request).grant_type) {
      case "password":
        return passwordGrant(request, reply);
      case "refresh_token":
        return refreshTokenGrant(request, reply);
      case "pkce":
        return pkceGrant(request, reply);
      case "id_token":
      case "web3":
        throw refusal("providerOff");
      default:
        throw refusal("unknownGrant");
    }
  };
}
