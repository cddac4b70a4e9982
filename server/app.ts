import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { noticeRoutes } from "./auth/notices/routes.ts";
import { type AuthDependencies, authRoutes } from "./auth/routes.ts";
import { bounceWebhookRoutes, type WebhookDependencies } from "./bounces/webhooks/routes.ts";
import { type CalendarDependencies, calendarRoutes } from "./calendar/routes.ts";
import type { Config } from "./config.ts";
import { handleErrors } from "./errors/handle-errors.ts";
import { type FunctionsDependencies, functionsRoutes } from "./functions/routes.ts";
import { ConnectionEnder } from "./gateway/end-connections.ts";
import { addFilesHost } from "./gateway/files-host.ts";
import { addGateway } from "./gateway/gateway.ts";
import { createServerFactory } from "./gateway/http-server.ts";
import { joinChunks } from "./gateway/join-chunks.ts";
import { paceNetworks } from "./gateway/pace-networks.ts";
import { addSecurityHeaders, OPEN_TO_EVERY_ORIGIN, securityHeaders } from "./gateway/security-headers.ts";
import { refuseWith } from "./gateway/unroutable-requests.ts";
import { shareWhileRunning } from "./limits/share-while-running.ts";
import { type LiveDependencies, liveRoutes } from "./live/routes.ts";
import { addMetrics } from "./metrics.ts";
import { contentPolicy } from "./pages/content-policy.ts";
import { fillPlaceholders, pageSettings } from "./pages/page-settings.ts";
import { pricesRoutes } from "./pages/prices.ts";
import { pagesRoutes } from "./pages/routes.ts";
import { securityTxtRoutes } from "./pages/security-txt.ts";
import { loadStaticFiles } from "./pages/static-files.ts";
import { SHELL_ADDRESS } from "./public-pages/page-shell.ts";
import { publicPagesRoutes } from "./public-pages/routes.ts";
import { type RestDependencies, restRoutes } from "./rest/routes.ts";
import type { Secrets } from "./secrets.ts";
import { type StorageDependencies, storageRoutes } from "./storage/routes.ts";
import { type UnsubscribeDependencies, unsubscribeRoutes } from "./unsubscribe/routes.ts";

export interface AppDependencies {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly logger: FastifyBaseLogger;
  readonly auth: AuthDependencies;
  readonly rest: RestDependencies;
  readonly storage: StorageDependencies;
  readonly functions: FunctionsDependencies;
  readonly unsubscribe: UnsubscribeDependencies;
  readonly calendar: CalendarDependencies;
  readonly bounceWebhooks: WebhookDependencies;
  readonly live: LiveDependencies;
  readonly challengeRoutes: (app: FastifyInstance) => void;
  /** Limits the requests of a scope by network and user. */
  readonly limitClients: (app: FastifyInstance) => void;
  /** Throws while the server cannot handle requests. */
  readonly checkReady: () => Promise<void>;
}

/** Registers all routes of the server; one with ROLE=worker serves only health checks, metrics and settings. */
export function createApp(dependencies: AppDependencies): FastifyInstance {
  const { config, logger, storage } = dependencies;
  const headers = securityHeaders(config.SITE_URL);
  const connectionEnder = new ConnectionEnder();
  const app = Fastify({
    loggerInstance: logger,
    // Behind a proxy, all connections come from the proxy.
    serverFactory: createServerFactory({
      limitConnections: config.RATE_LIMITS && config.TRUST_PROXY === 0,
      headers,
      connectionEnder,
    }),
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < config.TRUST_PROXY,
    bodyLimit: 1024 * 1024,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 2048 },
    frameworkErrors: refuseWith(headers),
  });
  handleErrors(app);
  if (config.RATE_LIMITS) paceNetworks(app);
  connectionEnder.endWith(app);
  joinChunks(app);
  addSecurityHeaders(app, headers);
  if (config.FILES_ORIGIN) addFilesHost(app, config.FILES_ORIGIN);
  addMetrics(app, storage.service.query, config);
  addRequestLog(app);
  // Everyone may ask, so that a flood of these requests must not use the connections to the database.
  addHealthRoutes(app, shareWhileRunning(dependencies.checkReady));

  const publicConfig = publicConfigOf(dependencies);
  addPublicRoutes(app, publicConfig, dependencies);
  if (config.ROLE === "worker") return app;
  addPages(app, publicConfig, dependencies);
  pricesRoutes(app, storage.service.query);
  addServices(app, dependencies);
  return app;
}

type PublicConfig = ReturnType<typeof publicConfigOf>;

/** The settings that a browser may know. */
function publicConfigOf({ config, secrets, auth }: AppDependencies) {
  return {
    backendUrl: config.SITE_URL,
    publishableKey: secrets.publishableKey,
    botChallenge: auth.challenge.publicSettings,
    support: {
      email: config.SUPPORT_EMAIL,
      phone: config.SUPPORT_PHONE,
      whatsapp: config.SUPPORT_WHATSAPP,
      address: config.SUPPORT_ADDRESS,
    },
    upi: { id: config.UPI_ID, name: config.UPI_NAME },
    bank: { account: config.BANK_ACCOUNT, ifsc: config.BANK_IFSC, name: config.BANK_NAME },
    bookings: { maxUpcoming: config.BOOKINGS_MAX_UPCOMING, maxDaysAhead: config.BOOKINGS_MAX_DAYS_AHEAD },
  };
}

/** Logs each request in one line when it has ended. */
function addRequestLog(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ req: request, res: reply, milliseconds }, "request completed");
    done();
  });
}

function addHealthRoutes(app: FastifyInstance, checkReady: () => Promise<void>): void {
  app.get("/healthz", async () => ({ status: "alive" }));
  app.get("/readyz", async (request, reply) => {
    try {
      await checkReady();
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      return reply.code(503).header("retry-after", "1").send({ status: "not ready" });
    }
  });
}

/** Routes that a page needs before it can call the services, from any origin. */
function addPublicRoutes(
  app: FastifyInstance,
  publicConfig: PublicConfig,
  { challengeRoutes, limitClients }: AppDependencies,
): void {
  app.register(async (scope) => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply.headers(OPEN_TO_EVERY_ORIGIN);
    });
    scope.get("/config.json", async () => publicConfig);
    scope.register(async (challengeScope) => {
      limitClients(challengeScope);
      challengeRoutes(challengeScope);
    });
  });
}

function addPages(app: FastifyInstance, publicConfig: PublicConfig, dependencies: AppDependencies): void {
  const { config, storage, limitClients } = dependencies;
  const settings = pageSettings(config, publicConfig);
  const files = loadStaticFiles({
    fillPlaceholders: (text) => fillPlaceholders(text, settings),
    policyFor: (scriptHashes) => contentPolicy(config, scriptHashes),
  });
  const shell = files?.get(SHELL_ADDRESS);
  pagesRoutes(app, files && new Map([...files].filter(([address]) => address !== SHELL_ADDRESS)));
  securityTxtRoutes(app, config);
  if (!shell) return;
  app.register(async (scope) => {
    limitClients(scope);
    publicPagesRoutes(scope, { query: storage.service.query, shell, siteUrl: config.SITE_URL });
  });
}

function addServices(app: FastifyInstance, dependencies: AppDependencies): void {
  const {
    secrets,
    auth,
    rest,
    storage,
    functions,
    live,
    unsubscribe,
    calendar,
    bounceWebhooks,
    limitClients,
  } = dependencies;
  const add = (prefix: string, addRoutes: (scope: FastifyInstance) => void) =>
    app.register(
      async (scope) => {
        addGateway(scope, secrets);
        limitClients(scope);
        addRoutes(scope);
      },
      { prefix },
    );
  add("/auth/v1", (scope) => authRoutes(scope, auth));
  add("/rest/v1", (scope) => restRoutes(scope, rest));
  add("/storage/v1", (scope) => storageRoutes(scope, storage));
  add("/functions/v1", (scope) => functionsRoutes(scope, functions));
  add("/live/v1", (scope) => liveRoutes(scope, live));
  // Links in mails, calendar programs and mail providers open these without an API key.
  const addWithoutKey = (prefix: string, addRoutes: (scope: FastifyInstance) => void) =>
    app.register(
      async (scope) => {
        limitClients(scope);
        addRoutes(scope);
      },
      { prefix },
    );
  addWithoutKey("/not-me/v1", (scope) => noticeRoutes(scope, auth));
  addWithoutKey("/unsubscribe/v1", (scope) => unsubscribeRoutes(scope, unsubscribe));
  addWithoutKey("/bounces/v1", (scope) => bounceWebhookRoutes(scope, bounceWebhooks));
  addWithoutKey("/calendar/v1", (scope) => calendarRoutes(scope, calendar));
}
