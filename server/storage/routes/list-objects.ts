import type { FastifyInstance } from "fastify";
import type { IdentifyCaller } from "../../gateway/identify-caller.ts";
import type { Statement } from "../../postgres/database.ts";
import type { Objects } from "../objects.ts";
import { WITH_AUTHORIZATION } from "./schemas.ts";

const SORT_COLUMNS = ["name", "updated_at", "created_at", "last_accessed_at"] as const;

interface Listing {
  prefix: string;
  limit: number;
  offset: number;
  search: string;
  sortBy: { column: (typeof SORT_COLUMNS)[number]; order: "asc" | "desc" };
}

const SCHEMA = {
  ...WITH_AUTHORIZATION,
  body: {
    type: "object",
    properties: {
      prefix: { type: "string" },
      limit: { type: "integer", minimum: 1, default: 100 },
      offset: { type: "integer", minimum: 0, default: 0 },
      search: { type: "string", default: "" },
      sortBy: {
        type: "object",
        properties: {
          column: { type: "string", enum: SORT_COLUMNS },
          order: { type: "string", enum: ["asc", "desc"], default: "asc" },
        },
        required: ["column"],
        default: { column: "name", order: "asc" },
      },
    },
    required: ["prefix"],
  },
};

export function listRoute(app: FastifyInstance, objects: Objects, ask: IdentifyCaller): void {
  app.post<{ Params: { bucket: string }; Body: Listing }>(
    "/object/list/:bucket",
    { schema: SCHEMA },
    async (request) => objects.see(await ask(request), listing(request.params.bucket, request.body)),
  );
}

/** One level of a folder: its files, and its folders as names without anything else. */
function listing(bucket: string, { prefix, limit, offset, search, sortBy }: Listing): Statement {
  const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  // '0' is what follows '/': everything in the folder, as one range of the index.
  const behind = folder === "" ? null : `${folder.slice(0, -1)}0`;
  return {
    name: `storage list ${sortBy.column} ${sortBy.order}`,
    text: `
      with found as (
        select substr(name, length($2) + 1) as rest, id, updated_at, created_at, last_accessed_at, metadata
        from storage.objects where bucket_id = $1 and name >= $2 and ($3::text is null or name < $3)
      ), items as (
        select rest as name, id, updated_at, created_at, last_accessed_at, metadata
        from found where position('/' in rest) = 0
        union all
        select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz,
          null::timestamptz, null::jsonb
        from found where position('/' in rest) > 0
      )
      select * from items where name ilike $4
      order by ${sortBy.column} ${sortBy.order}, name limit $5 offset $6`,
    values: [bucket, folder, behind, `${search.replace(/[\\%_]/g, "\\$&")}%`, limit, offset],
  };
}
