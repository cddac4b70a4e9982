import type { Logger } from "pino";
import type { Query } from "../postgres/database.ts";
import { readDeliveryReport } from "./delivery-status.ts";
import type { MailTokens } from "./mail-tokens.ts";

/** A mail that came back, from a source that is trusted or whose token was checked. */
export interface Bounce {
  /** The same in each report about this bounce, so that it counts once. */
  readonly mail: string;
  readonly address: string;
  readonly status: string;
  readonly words: string;
}

export interface BouncesDependencies {
  readonly query: Query;
  readonly tokens: MailTokens;
  /** The header of our mails with the token. */
  readonly tokenHeader: string;
  readonly log: Logger;
}

const MAX_WORDS = 200;

/** Counts mails that came back. The database decides which of them make an address bad (database/rules/bounces.sql). */
export class Bounces {
  readonly #dependencies: BouncesDependencies;

  constructor(dependencies: BouncesDependencies) {
    this.#dependencies = dependencies;
  }

  get tokenHeader(): string {
    return this.#dependencies.tokenHeader;
  }

  async record({ mail, address, status, words }: Bounce): Promise<void> {
    const { query, log } = this.#dependencies;
    const { rows } = await query<{ is_bad: boolean }>(
      "select private.record_bounce($1, $2, $3, $4) as is_bad",
      [mail.slice(0, 300), address.toLowerCase(), status, toPlainText(words)],
    );
    // Without the address: logs have no personal data.
    if (rows[0]?.is_bad) log.info({ status }, "an address is bad: its mails come back");
  }

  /**
   * Counts the bounces in a report that came by mail, which anybody can send. Returns how many were of mails of ours. The
   * address is the one that the mail was sent to: a mail that was forwarded comes back from elsewhere.
   */
  async recordReport(raw: string): Promise<number> {
    const report = readDeliveryReport(raw, this.#dependencies.tokenHeader);
    let found = 0;
    for (const { addresses, status, words } of report?.failed ?? []) {
      const sent = this.findSent(report?.tokens ?? [], [...addresses, ...(report?.to ?? [])]);
      if (!sent) continue;
      found += 1;
      await this.record({ ...sent, status, words });
    }
    return found;
  }

  /** Returns the mail that one of the tokens is of, if it was sent to one of the addresses. */
  findSent(
    tokens: readonly string[],
    addresses: readonly string[],
  ): Pick<Bounce, "mail" | "address"> | undefined {
    for (const token of tokens)
      for (const address of addresses) {
        const mail = this.#dependencies.tokens.findMail(token, address);
        if (mail) return { mail, address };
      }
    return undefined;
  }
}

/** Returns the response of a mail server as one short line, for admins. */
function toPlainText(words: string): string {
  return words
    .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
    .trim()
    .slice(0, MAX_WORDS);
}
