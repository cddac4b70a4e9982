import type { Config } from "../config.ts";
import type { ServiceDatabase } from "../postgres/database.ts";
import type { InternalKeys } from "../tokens/keyed-hash.ts";
import { type BotChallengeService, createAltcha } from "./altcha.ts";
import { createSiteverify } from "./siteverify.ts";

type ChallengeConfig = Pick<
  Config,
  "BOT_CHALLENGE" | "BOT_CHALLENGE_SITE_KEY" | "BOT_CHALLENGE_SECRET" | "BOT_CHALLENGE_VERIFY_URL"
>;

export interface ChallengeDependencies {
  readonly config: ChallengeConfig;
  readonly internalKeys: InternalKeys;
  readonly database: Pick<ServiceDatabase, "query">;
}

/** Creates the bot challenge that the settings select. */
export function createBotChallenge({
  config,
  internalKeys,
  database,
}: ChallengeDependencies): BotChallengeService {
  const kind = config.BOT_CHALLENGE;
  switch (kind) {
    case "off":
      return { publicSettings: { kind }, verify: async () => ({ passed: true }), routes() {} };
    case "altcha":
      return createAltcha(internalKeys, database);
    default:
      return {
        ...createSiteverify({
          kind,
          siteKey: config.BOT_CHALLENGE_SITE_KEY ?? "",
          secret: config.BOT_CHALLENGE_SECRET ?? "",
          verifyUrl: config.BOT_CHALLENGE_VERIFY_URL,
        }),
        routes() {},
      };
  }
}
