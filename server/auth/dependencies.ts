import type { BotChallenge } from "../challenge/bot-challenge.ts";
import type { Config } from "../config.ts";
import type { IdentifyCaller } from "../gateway/identify-caller.ts";
import type { Limits } from "../limits/limits.ts";
import type { AccountMail } from "../mail/account-mail.ts";
import type { ServiceDatabase } from "../postgres/database.ts";
import type { InternalKeys } from "../tokens/keyed-hash.ts";
import type { Tokens } from "../tokens/tokens.ts";

export interface AuthDependencies {
  readonly config: Pick<Config, "SITE_URL" | "REDIRECT_URLS">;
  /** Authenticates refresh tokens and one-time tokens. */
  readonly internalKeys: InternalKeys;
  readonly database: ServiceDatabase;
  readonly tokens: Tokens;
  readonly identify: IdentifyCaller;
  readonly challenge: BotChallenge;
  readonly mail: AccountMail;
  readonly limits: Limits;
}
