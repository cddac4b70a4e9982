import { createHmac, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { FastifyInstance } from "fastify";
import type { ServiceDatabase } from "../postgres/database.ts";
import { ALGORITHM, parseToken } from "./altcha-token.ts";
import type { BotChallenge, ChallengeResult } from "./bot-challenge.ts";

const PATH = "/challenge/v1";

/**
 * The work: one to find among at most a thousand derivations of a thousand rounds each. A desktop core takes about
 * 0.2 s, one core of a cheap phone about a second; the widget shares it among the cores there are.
 */
const COST = 1_000;
const FEWEST_TRIES = 500;
const MOST_TRIES = 1_000;

/** Long enough to fill in a form on a bad line; the widget fetches another one when it is over. */
const LIFETIME_SECONDS = 600;

const FORGED: ChallengeResult = { passed: false, reasons: ["invalid-input-response"] };
const SPENT: ChallengeResult = { passed: false, reasons: ["timeout-or-duplicate"] };

export interface BotChallengeService extends BotChallenge {
  routes(app: FastifyInstance): void;
}

export function createAltcha(
  internalKey: string,
  database: Pick<ServiceDatabase, "query">,
): BotChallengeService {
  // The internal key signs other things too; from these two no other signature can be borrowed.
  const keyFor = (purpose: string) => createHmac("sha256", internalKey).update(purpose).digest("hex");
  const hmacSignatureSecret = keyFor("altcha challenge");
  const hmacKeySignatureSecret = keyFor("altcha solution");

  return {
    publicSettings: { kind: "altcha", url: PATH },

    routes(app) {
      app.get(PATH, async (_request, reply) => {
        const challenge = await createChallenge({
          algorithm: ALGORITHM,
          cost: COST,
          counter: randomInt(FEWEST_TRIES, MOST_TRIES + 1),
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
      if (!payload) return FORGED;
      const { challenge, solution } = payload;
      const result = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      if (result.expired) return SPENT;
      if (!result.verified) return FORGED;
      // Of all servers and all requests, one gets to write this row.
      const { rowCount } = await database.query(
        `insert into private.used_challenges (nonce, expires_at)
         values (decode($1, 'hex'), to_timestamp($2)) on conflict do nothing`,
        [challenge.parameters.nonce, challenge.parameters.expiresAt],
      );
      return rowCount === 1 ? { passed: true } : SPENT;
    },
  };
}
