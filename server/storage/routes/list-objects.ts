import { z } from "zod";
import type { Statement } from "../../postgres/database.ts";
import type { StorageContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";
import { bearerRequired, bucketParams, integer, text } from "./schemas.ts";

const sortSchema = z.object({
  column: z.enum(["name", "updated_at", "created_at", "last_accessed_at"]),
  order: z.enum(["asc", "desc"]).default("asc"),
});
const listingSchema = z.object({
  prefix: text,
  limit: integer(z.int().min(1)).default(100),
  offset: integer(z.int().min(0)).default(0),
  search: text.default(""),
  sortBy: sortSchema.default({ column: "name", order: "asc" }),
});
const schema = { headers: bearerRequired, params: bucketParams, body: listingSchema };

export const listObjects = ({ objects, identify }: StorageContext) =>
  endpoint(schema, async (request) =>
    objects.run(await identify(request), selectFolder(request.params.bucket, request.body)),
  );

/**
 * Selects one level of a folder: its files, and its subfolders as names without other values. Policies decide about each
 * row, so a student who lists the root would examine the documents of everybody: they get their own folder by its range.
 */
export function selectFolder(
  bucket: string,
  { prefix, limit, offset, search, sortBy }: z.output<typeof listingSchema>,
): Statement {
  const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  // '0' is the character after '/', so the whole folder is one range of the index.
  const end = folder === "" ? null : `${folder.slice(0, -1)}0`;
  return {
    name: `storage list ${sortBy.column} ${sortBy.order}`,
    text: `
      with caller as materialized (
        select current_setting('role') = 'authenticated' and not private.is_admin() and not private.is_mentor() as is_student
      ), visible as materialized (
        select case when is_student then auth.uid() || '/' else '' end as first,
          case when is_student then auth.uid() || '0' else chr(1114111) end as last
        from caller
      ), found as (
        select substr(name, length($2) + 1) as rest, id, updated_at, created_at, last_accessed_at,
          case when scan_state is null then metadata
            else metadata || jsonb_build_object('scanState', scan_state) end as metadata
        from storage.objects
        where bucket_id = $1 and name >= $2 and ($3::text is null or name < $3)
          and name >= (select first from visible) and name < (select last from visible)
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
    values: [bucket, folder, end, `${search.replace(/[\\%_]/g, "\\$&")}%`, limit, offset],
  };
}
