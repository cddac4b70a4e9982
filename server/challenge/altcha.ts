import { createHmac, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { FastifyInstance } from "fastify";
import type { ServiceDatabase } from "../postgres/database.ts";
import type { InternalKey, InternalKeys } from "../tokens/keyed-hash.ts";
import { ALGORITHM, parseToken } from "./altcha-token.ts";
import type { BotChallenge, ChallengeResult } from "./bot-challenge.ts";

const PATH = "/challenge/v1";

/**
 * The browser tries counters until it finds the right one: at most a thousand derivations of a thousand rounds each. That
 * takes about 0.2 s on a desktop core and a second on one core of a cheap phone; the widget uses all cores.
 */
const COST = 1_000;
const MIN_COUNTER = 500;
const MAX_COUNTER = 1_000;

/** Each level takes four times as long as the one before; the highest about 16 s on one core of a cheap phone. */
const LEVELS = [0, 1, 2] as const;
const FACTOR = 4;

/** Long enough to fill in a form on a slow connection. The widget then fetches a new challenge. */
const LIFETIME_SECONDS = 600;

const INVALID: ChallengeResult = { passed: false, reasons: ["invalid-input-response"] };
/** Sign-in pages read the level from it, and solve a harder challenge. */
const tooEasy = (level: number): ChallengeResult => ({
  passed: false,
  reasons: [`harder-challenge-required-${level}`],
});
const EXPIRED_OR_USED: ChallengeResult = { passed: false, reasons: ["timeout-or-duplicate"] };

export interface BotChallengeService extends BotChallenge {
  routes(app: FastifyInstance): void;
}

export function createAltcha(
  internalKeys: InternalKeys,
  database: Pick<ServiceDatabase, "query">,
): BotChallengeService {
  return {
    publicSettings: { kind: "altcha", url: PATH },

    routes(app) {
      app.get<{ Querystring: { level?: string } }>(PATH, async (request, reply) => {
        const level = LEVELS.find((known) => String(known) === request.query.level) ?? 0;
        const challenge = await createChallenge({
          algorithm: ALGORITHM,
          cost: COST,
          counter: randomInt(MIN_COUNTER * FACTOR ** level, MAX_COUNTER * FACTOR ** level + 1),
          expiresAt: Math.floor(Date.now() / 1000) + LIFETIME_SECONDS,
          deriveKey,
          ...deriveSecrets(internalKeys.current, level),
        });
        return reply
          .header("cache-control", "no-store")
          .header("access-control-allow-origin", "*")
          .send(challenge);
      });
    },

    async verify(token, _remoteAddress, level = 0) {
      const payload = parseToken(token);
      if (!payload) return INVALID;
      const { challenge, solution } = payload;
      const results = await Promise.all(
        LEVELS.flatMap((solvedLevel) =>
          internalKeys.valid(LIFETIME_SECONDS).map(async (key) => ({
            solvedLevel,
            ...(await verifySolution({ challenge, solution, deriveKey, ...deriveSecrets(key, solvedLevel) })),
          })),
        ),
      );
      if (results.some(({ expired }) => expired)) return EXPIRED_OR_USED;
      const solved = results.find(({ verified }) => verified);
      if (!solved) return INVALID;
      if (solved.solvedLevel < level) return tooEasy(level);
      // Only one request, on any server, can insert this row, so each challenge passes once.
      const { rowCount } = await database.query(
        `insert into private.used_challenges (nonce, expires_at)
         values (decode($1, 'hex'), to_timestamp($2)) on conflict do nothing`,
        [challenge.parameters.nonce, challenge.parameters.expiresAt],
      );
      return rowCount === 1 ? { passed: true } : EXPIRED_OR_USED;
    },
  };
}

/** Derives a key for each purpose and level, so that a signature also tells how hard its challenge was. */
function deriveSecrets({ key }: InternalKey, level: number) {
  const derive = (purpose: string) =>
    createHmac("sha256", key)
      .update(level === 0 ? purpose : `${purpose} ${level}`)
      .digest("hex");
  return {
    hmacSignatureSecret: derive("altcha challenge"),
    hmacKeySignatureSecret: derive("altcha solution"),
  };
}
