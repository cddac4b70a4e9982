import { createServer } from "node:http";
import pg from "pg";
import { postgraphile } from "postgraphile";
import { requireClaims } from "./tokens.ts";

const pool = new pg.Pool({ connectionString: process.env.API_URL, max: Number(process.env.POOL) });

// The settings that its manual recommends for production.
const handler = postgraphile(pool, "public", {
  graphiql: false,
  disableQueryLog: true,
  dynamicJson: true,
  ignoreIndexes: false,
  ignoreRBAC: false,
  pgSettings: async (request) => ({
    role: "authenticated",
    "request.jwt.claims": await requireClaims(request),
  }),
});

createServer(handler).listen(Number(process.env.PORT), "127.0.0.1");

process.on("SIGTERM", () => process.exit());
