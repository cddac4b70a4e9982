import type { IncomingMessage } from "node:http";
import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose";

const keySet = createLocalJWKSet(JSON.parse(process.env.KEY_SET ?? ""));
const known = new Map<string, JWTPayload>();

/** Returns the claims of a valid access token as JSON for the database. Like the other servers, it verifies each token only once. */
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
