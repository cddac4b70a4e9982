import { randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { keyedHash, validKeyedHashes } from "../tokens/keyed-hash.ts";
import type { AuthDependencies } from "./dependencies.ts";

type Dependencies = Pick<AuthDependencies, "internalKeys" | "config">;

const ID_BYTES = 16;
const MAC_BYTES = 16;
const LIFETIME_SECONDS = 400 * 86_400;
/**
 * The name stays, because the cookies of earlier versions have it. The known devices of the notice mails are something
 * else: rows (sessions/known-devices.ts).
 */
const PURPOSE = "known device";
/** With this prefix, a browser accepts the cookie only over HTTPS, for this host and all of its paths. */
const HOST_PREFIX = "__Host-";

/**
 * Returns the id of a browser in which this user has signed in before, so that it is not counted with strangers who
 * guess the password. The cookie opens nothing: without it a sign-in only costs more after failures.
 */
export function findFamiliarBrowser(
  { internalKeys }: Dependencies,
  request: FastifyRequest,
  userId: string,
): string | null {
  const name = cookieName(userId);
  const value = readCookie(request, HOST_PREFIX + name) ?? readCookie(request, name);
  if (!value) return null;
  const bytes = Buffer.from(value, "base64url");
  if (bytes.length !== ID_BYTES + MAC_BYTES) return null;
  const id = bytes.subarray(0, ID_BYTES).toString("hex");
  const mac = bytes.subarray(ID_BYTES);
  const expected = validKeyedHashes(internalKeys, LIFETIME_SECONDS, PURPOSE, userId, id);
  return expected.some((hash) => timingSafeEqual(mac, hash.subarray(0, MAC_BYTES))) ? id : null;
}

/** Remembers the browser for this user, again with each sign-in. */
export function rememberBrowser(
  { internalKeys, config }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): void {
  const id =
    findFamiliarBrowser({ internalKeys, config }, request, userId) ?? randomBytes(ID_BYTES).toString("hex");
  const mac = keyedHash(internalKeys, PURPOSE, userId, id).subarray(0, MAC_BYTES);
  const value = Buffer.concat([Buffer.from(id, "hex"), mac]).toString("base64url");
  const cookie = `${cookieName(userId)}=${value}; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Strict`;
  const isSecure = config.SITE_URL.startsWith("https:");
  reply.header(
    "set-cookie",
    isSecure ? `${HOST_PREFIX}${cookie}; Path=/; Secure` : `${cookie}; Path=/auth/v1`,
  );
}

/** Several people may share a phone, so each has a cookie. */
function cookieName(userId: string): string {
  return `maarga-device-${userId.slice(0, 8)}`;
}

function readCookie(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
