import Fastify, { type FastifyInstance, LogController } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type Config, ConfigError } from "./config.ts";
import { handleErrors } from "./errors/handle-errors.ts";
import { limitCounts } from "./limits/limit-counts.ts";
import { countOpenStreams } from "./live/streams.ts";
import { createMetricsAccess } from "./metrics-access.ts";
import type { Query } from "./postgres/database.ts";

type MetricsConfig = Pick<Config, "METRICS_ADDRESS" | "METRICS_TOKEN" | "SITE_URL" | "TRUST_PROXY">;

/**
 * Serves metrics for Prometheus. No label contains caller input, so none can identify a person or grow without limit.
 */
export function addMetrics(app: FastifyInstance, query: Query, config: MetricsConfig): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: "maarga_request_seconds",
    help: "Response time by service, method and status",
    labelNames: ["service", "method", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [register],
  });
  new Gauge({
    name: "maarga_jobs",
    help: "Jobs in the queue: waiting for their first or next attempt, running, and failed",
    labelNames: ["state"],
    registers: [register],
    async collect() {
      const { rows } = await query<Record<"waiting" | "running" | "failed", number>>(
        `select count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
           count(*) filter (where locked_at is not null)::int as running,
           count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
         from graphile_worker._private_jobs`,
      );
      for (const [state, number] of Object.entries(rows[0] ?? {})) this.set({ state }, number);
    },
  });
  new Gauge({
    name: "maarga_campaign_mails",
    help: "Campaign mails: queued, including those of paused campaigns, and being sent",
    labelNames: ["state"],
    registers: [register],
    async collect() {
      const { rows } = await query<Record<"queued" | "sending", number>>(
        "select * from private.campaign_backlog()",
      );
      for (const [state, number] of Object.entries(rows[0] ?? {})) this.set({ state }, number);
    },
  });
  new Gauge({
    name: "maarga_waiting_list",
    help: "Entries of waiting lists, times that are offered now, and offers that no server has ended in two minutes",
    labelNames: ["state"],
    registers: [register],
    async collect() {
      const { rows } = await query<Record<"waiting" | "offered" | "overdue", number>>(
        "select * from private.count_waiting()",
      );
      for (const [state, number] of Object.entries(rows[0] ?? {})) this.set({ state }, number);
    },
  });
  new Counter({
    name: "maarga_security_events_total",
    help: "Security events of all servers since the installation, by kind",
    labelNames: ["kind"],
    registers: [register],
    async collect() {
      const { rows } = await query<{ kind: string; events: string }>(
        "select * from private.count_security_events()",
      );
      this.reset();
      for (const { kind, events } of rows) this.inc({ kind }, Number(events));
    },
  });

  new Counter({
    name: "maarga_limits_reached_total",
    help: "Requests and connections that were refused because a client reached a limit",
    labelNames: ["limit"],
    registers: [register],
    collect() {
      this.reset();
      for (const [limit, number] of limitCounts()) this.inc({ limit }, number);
    },
  });

  new Gauge({
    name: "maarga_open_streams",
    help: "Screens that this server tells of changes",
    registers: [register],
    collect() {
      this.set(countOpenStreams());
    },
  });

  app.addHook("onResponse", (request, reply, done) => {
    // Streams last as long as their readers stay, which is no response time.
    if (request.routeOptions.config.isStream && reply.statusCode === 200) return done();
    const service = /^\/(auth|rest|storage|functions)\/v1\//.exec(request.url)?.[1] ?? "other";
    requests.observe({ service, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  const addRoute = (server: FastifyInstance) =>
    server.get("/metrics", { onRequest: createMetricsAccess(config) }, async (_request, reply) =>
      reply.type(register.contentType).send(await register.metrics()),
    );
  const { METRICS_ADDRESS: address } = config;
  if (!address) addRoute(app);
  else serveSeparately(app, address, addRoute);
}

/** Serves the route on an address of its own, while the app is listening. */
function serveSeparately(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  addRoute: (server: FastifyInstance) => void,
): void {
  const server = Fastify({
    loggerInstance: app.log,
    logController: new LogController({ disableRequestLogging: true }),
  });
  handleErrors(server);
  addRoute(server);
  app.addHook("onReady", async () => {
    await server.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(`METRICS_ADDRESS: cannot listen on ${host}:${port} (${error.code})`);
    });
  });
  app.addHook("onClose", () => server.close());
}
