import type { FastifyReply, FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { queryValue } from "../request-schemas.ts";
import { signInWithPassword } from "./password-grant.ts";
import { refreshSession } from "./refresh-token-grant.ts";

/** POST /token: which way to a session is said in the query string. */
export function token(dependencies: AuthDependencies) {
  const withPassword = signInWithPassword(dependencies);
  const withRefreshToken = refreshSession(dependencies);
  return (request: FastifyRequest, reply: FastifyReply) => {
    switch (queryValue(request, "grant_type")) {
      case "password":
        return withPassword(request, reply);
      case "refresh_token":
        return withRefreshToken(request, reply);
      case "id_token":
      case "web3":
        throw refusal("providerOff");
      case "pkce":
        throw refusal("flowStateUnknown");
      default:
        throw refusal("unknownGrant");
    }
  };
}
