import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Query } from "./postgres/database.ts";

/** Serves metrics for Prometheus. No label contains caller input, so none can identify a person or grow without limit. */
export function metricsRoute(app: FastifyInstance, query: Query): void {
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

  app.addHook("onResponse", async (request, reply) => {
    const service = /^\/(auth|rest|storage|functions)\/v1\//.exec(request.url)?.[1] ?? "other";
    requests.observe({ service, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get("/metrics", async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
}
