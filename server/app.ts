import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { type AuthDependencies, authRoutes } from "./auth/routes.ts";
import type { Config } from "./config.ts";
import { handleErrors } from "./errors/handle-errors.ts";
import { type FunctionsDependencies, functionsRoutes } from "./functions/routes.ts";
import { addGateway } from "./gateway/gateway.ts";
import { addSecurityHeaders } from "./gateway/security-headers.ts";
import { metricsRoute } from "./metrics.ts";
import { contentPolicy } from "./pages/content-policy.ts";
import { fillPlaceholders, pageSettings } from "./pages/page-settings.ts";
import { pagesRoutes } from "./pages/routes.ts";
import { loadStaticFiles } from "./pages/static-files.ts";
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
  readonly challengeRoutes: (app: FastifyInstance) => void;
  /** Throws while the server cannot serve. */
  readonly checkReady: () => Promise<void>;
}

/** What a browser may know. */
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
  };
}

/** Every route there is, and who answers it. */
export function createApp(parts: AppDependencies): FastifyInstance {
  const app = Fastify({
    loggerInstance: parts.logger,
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < parts.config.TRUST_PROXY,
    bodyLimit: 1024 * 1024,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 2048 },
  });

  handleErrors(app);
  addSecurityHeaders(app, parts.config.SITE_URL);
  metricsRoute(app, parts.storage.service.query);

  // One line a request, when it is over.
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      { req: request, res: reply, milliseconds: Math.round(reply.elapsedTime * 10) / 10 },
      "answered",
    );
  });

  app.get("/healthz", async () => ({ status: "alive" }));
  app.get("/readyz", async (request, reply) => {
    try {
      await parts.checkReady();
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "not ready");
      return reply.code(503).header("retry-after", "1").send({ status: "not ready" });
    }
  });
  const publicConfig = publicConfigOf(parts);
  // What a page needs before it can call the services, wherever it comes from.
  app.register(async (open) => {
    open.addHook("onRequest", async (_request, reply) => {
      reply.header("access-control-allow-origin", "*");
    });
    open.get("/config.json", async () => publicConfig);
    parts.challengeRoutes(open);
  });

  const service = (prefix: string, routes: (scope: FastifyInstance) => void) =>
    app.register(
      async (scope) => {
        addGateway(scope, parts.secrets);
        routes(scope);
      },
      { prefix },
    );
  if (parts.config.ROLE === "worker") return app;
  const settings = pageSettings(parts.config, publicConfig);
  const site = loadStaticFiles({
    fillPlaceholders: (text) => fillPlaceholders(text, settings),
    policyFor: (scriptHashes) => contentPolicy(parts.config, scriptHashes),
  });
  pagesRoutes(app, site);
  service("/auth/v1", (scope) => authRoutes(scope, parts.auth));
  service("/rest/v1", (scope) => restRoutes(scope, parts.rest));
  service("/storage/v1", (scope) => storageRoutes(scope, parts.storage));
  service("/functions/v1", (scope) => functionsRoutes(scope, parts.functions));
  app.register(async (scope) => unsubscribeRoutes(scope, parts.unsubscribe), { prefix: "/unsubscribe/v1" });

  return app;
}
