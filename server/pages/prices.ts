import type { FastifyInstance } from "fastify";
import { shareWhileRunning } from "../limits/share-while-running.ts";
import type { Query } from "../postgres/database.ts";

/** The server and the browser each keep the prices for this time, so a changed price shows within two minutes. */
const CACHE_SECONDS = 60;

const ON_SALE = `select plan_level as level, plan_exam as exam, plan_name as name, price::float8 as price
  from public.plans where expires_at > now() order by 1 desc, 2, 4`;

/**
 * GET /prices.json, for visitors of the home page: the prices on sale. Everyone may request them, so the rows are
 * kept for a minute: a flood of requests does not use up the connections to the database.
 */
export function pricesRoutes(app: FastifyInstance, query: Query): void {
  let kept: { readonly rows: unknown[]; readonly until: number } | undefined;
  const load = shareWhileRunning(async () => {
    const { rows } = await query(ON_SALE);
    kept = { rows, until: Date.now() + CACHE_SECONDS * 1000 };
    return rows;
  });
  app.get("/prices.json", async (_request, reply) => {
    reply.header("cache-control", `public, max-age=${CACHE_SECONDS}`);
    return kept && kept.until > Date.now() ? kept.rows : load();
  });
}
