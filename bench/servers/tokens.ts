import type { IncomingMessage } from "node:http";
import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose";

const keySet = createLocalJWKSet(JSON.parse(process.env.KEY_SET ?? ""));
const known = new Map<string, JWTPayload>();

/** The claims of a good access token, as the text that the rules in the database read. Checked once, as everybody in the race does. */
export async function requireClaims(request: IncomingMessage): Promise<string> {
  const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
  let claims = known.get(token);
  if (!claims) {
    ({ payload: claims } = await jwtVerify(token, keySet, {
      algorithms: ["ES256"],
      audience: "authenticated",
      requiredClaims: ["sub", "exp", "role"],
    }));
    known.set(token, claims);
  }
  if ((claims.exp ?? 0) <= Date.now() / 1000) throw new Error("expired");
  return JSON.stringify(claims);
}
