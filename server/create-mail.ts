import path from "node:path";
import type { Logger } from "pino";
import { Bounces } from "./bounces/bounces.ts";
import { MailTokens } from "./bounces/mail-tokens.ts";
import { recordRefusals } from "./bounces/record-refusals.ts";
import type { Config } from "./config.ts";
import { createAddJob } from "./jobs/jobs.ts";
import { createCampaignMailRenderer } from "./mail/campaign-mail.ts";
import { createMailer } from "./mail/mailer.ts";
import { TOKEN_HEADER } from "./mail/message.ts";
import { createAccountMail } from "./mail/queue.ts";
import type { ServiceDatabase } from "./postgres/database.ts";
import type { Secrets } from "./secrets.ts";
import { UnsubscribeLinks } from "./unsubscribe/links.ts";

interface MailContext {
  readonly config: Config;
  readonly logger: Logger;
  readonly secrets: Secrets;
  readonly service: ServiceDatabase;
}

export type Mail = ReturnType<typeof createMail>;

/** Creates the mailer, and the parts that learn of mails that come back. */
export function createMail({ config, secrets, logger, service }: MailContext) {
  const tokens = new MailTokens(secrets.internalKeys);
  const bounces = new Bounces({ query: service.query, tokens, tokenHeader: TOKEN_HEADER, log: logger });
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    returnAddress: config.BOUNCE_ADDRESS,
    tokenFor: tokens.tokenFor,
    outboxFolder: path.join(config.MAARGA_DATA, "outbox"),
    log: logger,
  });
  const support = { email: config.SUPPORT_EMAIL, phone: config.SUPPORT_PHONE };
  const addJob = createAddJob(secrets.internalKeys);
  return {
    mailer: recordRefusals(mailer, bounces),
    bounces,
    support,
    addJob,
    accountMail: createAccountMail({ addJob, support }),
    renderCampaignMail: createCampaignMailRenderer(support),
    unsubscribeLinks: new UnsubscribeLinks(config.SITE_URL, secrets.internalKeys),
  };
}
