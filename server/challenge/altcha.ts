import { createHmac, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { FastifyInstance } from "fastify";
import type { ServiceDatabase } from "../postgres/database.ts";
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

/** Long enough to fill in a form on a slow connection. The widget then fetches a new challenge. */
const LIFETIME_SECONDS = 600;

const INVALID: ChallengeResult = { passed: false, reasons: ["invalid-input-response"] };
const EXPIRED_OR_USED: ChallengeResult = { passed: false, reasons: ["timeout-or-duplicate"] };

export interface BotChallengeService extends BotChallenge {
  routes(app: FastifyInstance): void;
}

export function createAltcha(
  internalKey: string,
  database: Pick<ServiceDatabase, "query">,
): BotChallengeService {
  // The internal key has other uses. Keys derived for each purpose keep a signature from being valid for another one.
  const deriveHmacKey = (purpose: string) => createHmac("sha256", internalKey).update(purpose).digest("hex");
  const hmacSignatureSecret = deriveHmacKey("altcha challenge");
  const hmacKeySignatureSecret = deriveHmacKey("altcha solution");

  return {
    publicSettings: { kind: "altcha", url: PATH },

    routes(app) {
      app.get(PATH, async (_request, reply) => {
        const challenge = await createChallenge({
          algorithm: ALGORITHM,
          cost: COST,
          counter: randomInt(MIN_COUNTER, MAX_COUNTER + 1),
          expiresAt: Math.floor(Date.now() / 1000) + LIFETIME_SECONDS,
          deriveKey,
          hmacSignatureSecret,
          hmacKeySignatureSecret,
        });
        return reply
          .header("cache-control", "no-store")
          .header("access-control-allow-origin", "*")
          .send(challenge);
      });
    },

    async verify(token) {
      const payload = parseToken(token);
      if (!payload) return INVALID;
      const { challenge, solution } = payload;
      const result = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      if (result.expired) return EXPIRED_OR_USED;
      if (!result.verified) return INVALID;
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
