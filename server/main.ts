import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import { normalizeEmail } from "./auth/email-address.ts";
import { createMailForAdmin } from "./auth/mail/mail-for-admin.ts";
import { createAdminNoticeTask, QUEUE_ADMIN_NOTICE } from "./auth/notices/admin-notice-task.ts";
import { createTwoStepNoticeTask, QUEUE_TWO_STEP_NOTICE } from "./auth/notices/two-step-notice-task.ts";
import { createMailboxTask, READ_BOUNCES, READ_BOUNCES_TIMES } from "./bounces/mailbox-task.ts";
import { readMailbox } from "./bounces/read-mailbox.ts";
import { startCampaignSender } from "./campaigns/campaign-sender.ts";
import { createBotChallenge } from "./challenge/create-bot-challenge.ts";
import { limitChallenges } from "./challenge/limit-challenges.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { createLimitReports, createLimits } from "./create-limits.ts";
import { createMail, type Mail } from "./create-mail.ts";
import { createListReader } from "./cutoffs/list-reader.ts";
import { loadCutoffs } from "./cutoffs/load-cutoffs.ts";
import { OPEN_TO_OTHERS, protectDataFolder } from "./data-folder.ts";
import { createIdentify } from "./gateway/identify-caller.ts";
import { createClientLimits } from "./gateway/limit-clients.ts";
import { housekeeping } from "./jobs/housekeeping.ts";
import { startWorker } from "./jobs/worker.ts";
import { DATABASE_TIME, MAX_UPLOADS_IN_FLIGHT } from "./limits/client-limits.ts";
import { createLogger } from "./log.ts";
import { createAdminMail } from "./mail/admin-mail.ts";
import { createMailTasks } from "./mail/mail-tasks.ts";
import { encryptQueuedMails } from "./mail/queue.ts";
import { prepareFirstAdmin } from "./operator/first-run.ts";
import { createConnectionCheck } from "./postgres/connection-check.ts";
import { ApiDatabase, ServiceDatabase } from "./postgres/database.ts";
import { startEmbedded } from "./postgres/embedded/start-embedded.ts";
import { prepareDatabase } from "./postgres/prepare/prepare-database.ts";
import { storeSettings } from "./postgres/settings.ts";
import { renderReceipt } from "./receipts/render-receipt.ts";
import { loadCatalog } from "./rest/catalog.ts";
import { loadSecrets, type Secrets, watchSecrets } from "./secrets.ts";
import { Shutdown } from "./shutdown.ts";
import { describeStartFailure } from "./startup-error.ts";
import { createStatementReader } from "./statements/statement-reader.ts";
import type { FileStore } from "./storage/files/file-store.ts";
import { openFileStore } from "./storage/files/open-file-store.ts";
import { Inspector } from "./storage/inspection/inspector.ts";
import { Clamd } from "./storage/malware/clamd.ts";
import { createScanTask, SCAN_TIMES, SCAN_WAITING_DOCUMENTS } from "./storage/malware/scan-waiting.ts";
import { createWriteLogs } from "./storage/write-logs.ts";
import { Tokens } from "./tokens/tokens.ts";

/** The parts of the server that several steps use. */
interface Context {
  readonly config: Config;
  readonly logger: Logger;
  readonly secrets: Secrets;
  readonly files: FileStore;
  readonly clamd: Clamd | undefined;
  readonly api: ApiDatabase;
  readonly service: ServiceDatabase;
}

const shutdown = new Shutdown();

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  process.umask(OPEN_TO_OTHERS);
  await protectDataFolder(config.MAARGA_DATA, (message) => logger.warn(message));
  const secrets = await loadSecrets(config.MAARGA_DATA);
  const files = await openFileStore(config);
  const databases = await openDatabases(config, secrets, logger);
  const stopWatching = watchSecrets(config.MAARGA_DATA, secrets, logger);
  shutdown.add("secrets.json", async () => stopWatching());
  const clamd = config.CLAMD_URL === undefined ? undefined : new Clamd(config.CLAMD_URL);
  const context: Context = { config, logger, secrets, files, clamd, ...databases };

  await storeSettings(databases.service.query, config);
  const mail = createMail(context);
  shutdown.add("the mailer", () => mail.mailer.close());
  await createFirstAdmin(context);
  if (config.ROLE !== "web") await startWorkers(context, mail);
  await listen(context, await createHttpServer(context, mail));
  process.stdout.write(`Maarga is up: ${config.SITE_URL}\n`);
}

async function openDatabases(
  config: Config,
  secrets: Secrets,
  logger: Logger,
): Promise<Pick<Context, "api" | "service">> {
  const ownerUrl = config.DATABASE_URL ?? (await startEmbeddedDatabase(config, secrets, logger));
  const { apiUrl, serviceUrl } = await prepareDatabase(
    ownerUrl,
    config.CUTOFFS ? { loadData: loadCutoffs } : {},
  );
  const pool = {
    size: config.DATABASE_POOL,
    name: "maarga",
    onError: (error: Error) => logger.warn({ err: error }, "lost a database connection"),
  };
  const api = new ApiDatabase(apiUrl, { ...pool, ...(config.RATE_LIMITS && { timeOfUser: DATABASE_TIME }) });
  const service = new ServiceDatabase(serviceUrl, pool);
  shutdown.add("the connections to the database", async () => {
    await Promise.all([api.close(), service.close()]);
  });
  return { api, service };
}

async function startEmbeddedDatabase(config: Config, secrets: Secrets, logger: Logger): Promise<string> {
  const embedded = await startEmbedded({
    folder: path.join(config.MAARGA_DATA, "postgres"),
    password: secrets.databasePassword,
    previousPassword: secrets.previousDatabasePassword,
    // For both pools, the workers and a few commands of the operator.
    maxConnections: 2 * config.DATABASE_POOL + 30,
    report: (message) => logger.error(message),
  });
  shutdown.add("PostgreSQL", () => embedded.stop());
  return embedded.ownerUrl;
}

async function createFirstAdmin({ config, service }: Context): Promise<void> {
  const generatedCredentials = await prepareFirstAdmin(service, config);
  if (generatedCredentials)
    process.stdout.write(
      `Generated at the first start; also in first-run.txt and shown nowhere else:\n${generatedCredentials}`,
    );
}

/** Starts the job queue and the campaign sender. */
async function startWorkers(context: Context, mail: Mail): Promise<void> {
  const { config, logger, secrets, service, files, clamd } = context;
  const { tasks, cron } = housekeeping(service.query, config.MAARGA_DATA);
  const { internalKeys } = secrets;
  const notices = { config, internalKeys, database: service, mail: mail.accountMail };
  await encryptQueuedMails(service, mail.addJob);
  const worker = await startWorker({
    connectionString: service.url,
    tasks: {
      ...createMailTasks({
        database: service,
        mailer: mail.mailer,
        log: logger,
        limits: createLimits(context, createLimitReports(context)),
        renderReceipt,
        siteUrl: config.SITE_URL,
        support: mail.support,
        unsubscribeLinkFor: mail.unsubscribeLinks.linkFor,
      }),
      [QUEUE_ADMIN_NOTICE]: createAdminNoticeTask(notices),
      [QUEUE_TWO_STEP_NOTICE]: createTwoStepNoticeTask(notices),
      [SCAN_WAITING_DOCUMENTS]: createScanTask({ clamd, database: service, files, log: logger }),
      [READ_BOUNCES]: createMailboxTask({
        url: config.BOUNCE_MAILBOX,
        bounces: mail.bounces,
        log: logger,
        read: readMailbox,
      }),
      ...tasks,
    },
    cron: [
      ...cron,
      { task: SCAN_WAITING_DOCUMENTS, match: SCAN_TIMES },
      { task: READ_BOUNCES, match: READ_BOUNCES_TIMES },
    ],
    internalKeys: secrets.internalKeys,
    logger,
  });
  const sender = startCampaignSender({
    database: service,
    log: logger,
    send: mail.mailer.send,
    concurrency: mail.mailer.concurrency,
    ratePerSecond: config.MAIL_RATE,
    renderCampaignMail: mail.renderCampaignMail,
    unsubscribeLinkFor: mail.unsubscribeLinks.linkFor,
    writeLogs: createWriteLogs({ database: service, files, log: logger }),
  });
  shutdown.add("jobs and campaigns", async () => {
    await Promise.all([worker.stop(), sender.stop()]);
  });
}

async function createHttpServer(context: Context, mail: Mail): Promise<FastifyInstance> {
  const { config, logger, secrets, files, clamd, api, service } = context;
  const { internalKeys } = secrets;
  const reports = createLimitReports(context);
  const limits = createLimits(context, reports);
  const tokens = new Tokens(secrets.signingKeys, `${config.SITE_URL}/auth/v1`);
  const identify = createIdentify(tokens, secrets);
  const limitClients = config.RATE_LIMITS
    ? createClientLimits({
        identify,
        isKnownToken: (token) => token === secrets.publishableKey || tokens.isKnown(token),
        secretKey: secrets.secretKey,
        reports,
      })
    : () => undefined;
  const unlimitedChallenge = createBotChallenge({ config, internalKeys, database: service });
  const challenge = config.RATE_LIMITS ? limitChallenges(unlimitedChallenge, reports) : unlimitedChallenge;
  const { accountMail, renderCampaignMail } = mail;
  const checkConnection = createConnectionCheck(service.url);
  const inspector = new Inspector();
  shutdown.add("the inspection of files", () => inspector.stop());
  const auth = {
    config,
    internalKeys,
    database: service,
    tokens,
    identify,
    challenge,
    mail: accountMail,
    limits,
  };
  return createApp({
    config,
    secrets,
    logger,
    auth,
    rest: { database: api, identify, catalog: await loadCatalog(service.query) },
    storage: {
      api,
      service,
      identify,
      files,
      clamd,
      inspector,
      filesOrigin: config.FILES_ORIGIN,
      linkKeys: internalKeys,
      secretKey: secrets.secretKey,
      maxUploadsInFlight: config.RATE_LIMITS ? MAX_UPLOADS_IN_FLIGHT : null,
      uploadHours: config.UPLOAD_HOURS,
    },
    functions: {
      api,
      database: service,
      identify,
      limits,
      mail: createAdminMail(mail.mailer, renderCampaignMail),
      queueInvitation: accountMail.invitation,
      siteUrl: config.SITE_URL,
      normalizeEmail,
      renderCampaignMail,
      exportPasswordAbove: config.EXPORT_PASSWORD_ABOVE,
      mailForAdmin: createMailForAdmin(auth),
      findContentProblem: (contents, options) => inspector.findProblem(contents, options),
      readStatement: createStatementReader(),
      readList: createListReader(),
    },
    live: { api, database: service, identify, reports: config.RATE_LIMITS ? reports : undefined },
    calendar: { database: service, config, support: mail.support },
    unsubscribe: { database: service, links: mail.unsubscribeLinks },
    bounceWebhooks: { bounces: mail.bounces, config },
    challengeRoutes: challenge.routes,
    limitClients,
    checkReady: async () => {
      await service.query("select 1");
      await checkConnection();
    },
  });
}

async function listen({ config }: Context, app: FastifyInstance): Promise<void> {
  shutdown.add("requests in progress", () => app.close());
  await app.listen({ host: config.HOST, port: config.PORT }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new ConfigError(`PORT: ${config.PORT} is in use by another program`);
  });
}

// Ctrl-C arrives twice, from the terminal and from npm: the second signal must not interrupt the shutdown.
const stopRequested = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => resolve());
});
try {
  await start();
  await stopRequested;
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${describeStartFailure(error)}\n`);
}
const left = await shutdown.run((message) => process.stderr.write(`${message}\n`));
if (left.length > 0) process.exit();
