import path from "node:path";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import { startCampaignSender } from "./campaigns/campaign-sender.ts";
import { createBotChallenge } from "./challenge/create-bot-challenge.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { createIdentify } from "./gateway/identify-caller.ts";
import { housekeeping } from "./jobs/housekeeping.ts";
import { addJob } from "./jobs/jobs.ts";
import { startWorker } from "./jobs/worker.ts";
import { Limits } from "./limits/limits.ts";
import { createLogger } from "./log.ts";
import { createAdminMail } from "./mail/admin-mail.ts";
import { campaignDress } from "./mail/campaign-mail.ts";
import { createMailer } from "./mail/mailer.ts";
import { createAccountMail, SEND_MAIL, sendMailTask } from "./mail/queue.ts";
import { prepareFirstAdmin } from "./operator/first-run.ts";
import { ApiDatabase, ServiceDatabase } from "./postgres/database.ts";
import { startEmbedded } from "./postgres/embedded/start-embedded.ts";
import { prepareDatabase } from "./postgres/prepare/prepare-database.ts";
import { loadCatalog } from "./rest/catalog.ts";
import { loadSecrets, type Secrets } from "./secrets.ts";
import { StartupError } from "./startup-error.ts";
import { openFileStore } from "./storage/files/open-file-store.ts";
import { createWriteLogs } from "./storage/write-logs.ts";
import { Tokens } from "./tokens/tokens.ts";
import { UnsubscribeLinks } from "./unsubscribe/links.ts";

/** What was started, so that it can be ended in the opposite order, also when the start breaks off half-way. */
const stops: (() => Promise<void>)[] = [];

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  const secrets = await loadSecrets(config.MAARGA_DATA);
  const files = await openFileStore(config);

  const ownerUrl = config.DATABASE_URL ?? (await startOwnDatabase(config, secrets, logger));
  const { apiUrl, serviceUrl } = await prepareDatabase(ownerUrl);
  const pool = {
    size: config.DATABASE_POOL,
    name: "maarga",
    onError: (error: Error) => logger.warn({ err: error }, "a connection to the database was lost"),
  };
  const api = new ApiDatabase(apiUrl, pool);
  const service = new ServiceDatabase(serviceUrl, pool);
  stops.push(async () => {
    await Promise.all([api.close(), service.close()]);
  });

  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    outboxFolder: path.join(config.MAARGA_DATA, "outbox"),
    log: logger,
  });
  stops.push(() => mailer.close());
  const madeUp = await prepareFirstAdmin(service, config);
  if (madeUp)
    process.stdout.write(`Made at the first start; also in first-run.txt, shown nowhere else:\n${madeUp}`);
  const { internalKey } = secrets;
  const support = { email: config.SUPPORT_EMAIL, phone: config.SUPPORT_PHONE };
  const dressCampaignMail = campaignDress(support);
  const unsubscribeLinks = new UnsubscribeLinks(config.SITE_URL, internalKey);
  if (config.ROLE !== "web") {
    const chores = housekeeping(service.query);
    const worker = await startWorker({
      connectionString: serviceUrl,
      tasks: { [SEND_MAIL]: sendMailTask(mailer), ...chores.tasks },
      cron: chores.cron,
      logger,
    });
    const sender = startCampaignSender({
      database: service,
      log: logger,
      send: mailer.send,
      atOnce: mailer.atOnce,
      perSecond: config.MAIL_RATE,
      dress: dressCampaignMail,
      unsubscribeLinkFor: unsubscribeLinks.linkFor,
      writeLogs: createWriteLogs({ database: service, files, log: logger }),
    });
    stops.push(async () => {
      await Promise.all([worker.stop(), sender.stop()]);
    });
  }

  const limits = new Limits({ database: service, internalKey, enabled: config.RATE_LIMITS });
  const tokens = new Tokens(secrets.signingKeys, `${config.SITE_URL}/auth/v1`);
  const identify = createIdentify(tokens, secrets);
  const challenge = createBotChallenge({ config, internalKey, database: service });
  const app = createApp({
    config,
    secrets,
    logger,
    auth: {
      config,
      internalKey,
      database: service,
      tokens,
      identify,
      challenge,
      mail: createAccountMail({ addJob, support }),
      limits,
    },
    rest: { database: api, identify, catalog: await loadCatalog(service.query) },
    storage: { api, service, identify, files, linkKey: internalKey },
    functions: {
      api,
      database: service,
      identify,
      limits,
      mail: createAdminMail(mailer, dressCampaignMail),
      dressCampaignMail,
    },
    unsubscribe: { database: service, links: unsubscribeLinks },
    challengeRoutes: challenge.routes,
    checkReady: async () => {
      await service.query("select 1");
    },
  });
  stops.push(() => app.close());
  await app.listen({ host: config.HOST, port: config.PORT }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new ConfigError(`PORT: ${config.PORT} is in use by another program`);
  });
  process.stdout.write(`Maarga is up: ${config.SITE_URL}\n`);
}

async function startOwnDatabase(config: Config, secrets: Secrets, logger: Logger): Promise<string> {
  const embedded = await startEmbedded({
    folder: path.join(config.MAARGA_DATA, "postgres"),
    password: secrets.databasePassword,
    // Both pools, the workers, and some for the operator.
    maxConnections: 2 * config.DATABASE_POOL + 30,
    report: (trouble) => logger.error(trouble),
  });
  stops.push(() => embedded.stop());
  return embedded.ownerUrl;
}

async function stop(): Promise<void> {
  for (const end of stops.splice(0).reverse()) await end();
}

// Ctrl-C arrives twice, from the terminal and once more from npm: the second must not cut the stop short.
const asked = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => resolve());
});
try {
  await start();
  await asked;
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(error instanceof StartupError ? `${error.message}\n` : `${describe(error)}\n`);
}
await stop();

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? String(error.stack) : `${error.stack}\nbecause ${describe(error.cause)}`;
}
