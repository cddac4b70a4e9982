import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import type { ApiRole, Caller } from "../postgres/database.ts";
import type { Secrets } from "../secrets.ts";
import { TokenError, type Tokens } from "../tokens/tokens.ts";

export type ApiKeys = Pick<Secrets, "publishableKey" | "secretKey">;
export type IdentifyCaller = (
  request: Pick<FastifyRequest, "headers" | "ip">,
  options?: { leewaySeconds?: number },
) => Promise<Caller>;

const VISITOR: Caller = { role: "anon", claims: { role: "anon" } };
const SERVICE: Caller = { role: "service_role", claims: { role: "service_role" } };

/**
 * Identifies the caller by the Bearer token or, without one, by the API key. While nobody is signed in, the official
 * client sends the API key as the Bearer token, so an API key is accepted there too.
 */
export function createIdentify(tokens: Tokens, keys: ApiKeys): IdentifyCaller {
  const callerOfKey = (key: unknown): Caller | undefined => {
    if (key === keys.publishableKey) return VISITOR;
    if (key === keys.secretKey) return SERVICE;
    return undefined;
  };
  /** The limits of clients and the service both identify the caller. A forged token is checked once. */
  const refused = new WeakMap<object, TokenError>();
  const verify = async (request: object, bearer: string, options: { leewaySeconds?: number } | undefined) => {
    const known = refused.get(request);
    if (known) throw known;
    try {
      return await tokens.verify(bearer, options);
    } catch (error) {
      // Callers differ in their leeway.
      if (error instanceof TokenError && error.reason !== "expired") refused.set(request, error);
      throw error;
    }
  };
  return async (request, options) => {
    const { headers, ip: address } = request;
    const bearer = findBearerToken(headers);
    if (bearer === undefined) return { ...(callerOfKey(headers.apikey) ?? VISITOR), address };
    const known = callerOfKey(bearer);
    if (known) return { ...known, address };
    const claims = await verify(request, bearer, options);
    if (claims.role !== "authenticated") throw new TokenError("bad claims");
    return { role: claims.role satisfies ApiRole, claims, address };
  };
}

export function findBearerToken(headers: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(.*)$/i.exec(headers.authorization ?? "")?.[1];
}
