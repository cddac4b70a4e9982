import type { FastifyRequest } from "fastify";
import { findBearerToken, type IdentifyCaller } from "../gateway/identify-caller.ts";
import type { Caller } from "../postgres/database.ts";
import { TokenError, type TokenErrorReason } from "../tokens/tokens.ts";
import { refusal } from "./errors.ts";

/** Clocks differ, so a token is accepted for a little while after it has expired. */
const LEEWAY = { leewaySeconds: 30 };

export async function identifyCaller(request: FastifyRequest, identify: IdentifyCaller): Promise<Caller> {
  try {
    return await identify(request, LEEWAY);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    const parts = (findBearerToken(request.headers) ?? "").split(".").length;
    const [code, message] = explain(error.reason, parts);
    const challenge = `Bearer error="invalid_token", error_description="${message}"`;
    throw refusal(401, code, message, { headers: { "www-authenticate": challenge }, cause: error });
  }
}

function explain(reason: TokenErrorReason, parts: number): [code: string, message: string] {
  switch (reason) {
    case "expired":
      return ["PGRST303", "JWT expired"];
    case "bad claims":
      return ["PGRST303", "JWT claims not accepted"];
    case "unknown key":
      return ["PGRST301", "No suitable key or wrong key type"];
    case "bad signature":
      return ["PGRST301", "JWT cryptographic operation failed"];
    case "malformed":
      return [
        "PGRST301",
        parts === 3 ? "JWT cryptographic operation failed" : `Expected 3 parts in JWT; got ${parts}`,
      ];
  }
}
