import type { Row, ServiceDatabase, Statement } from "../postgres/database.ts";
import { refusal } from "./errors.ts";

export interface Bucket extends Row {
  readonly id: string;
  readonly file_size_limit: number | null;
  readonly allowed_mime_types: readonly string[] | null;
}

const SELECT_BUCKETS = `
  select id, name, coalesce(owner::text, '') as owner, public, file_size_limit::float8 as file_size_limit,
    allowed_mime_types, created_at, updated_at
  from storage.buckets`;
const SELECT_BUCKET = `${SELECT_BUCKETS} where id = $1`;

export const selectBuckets: Statement = { name: "storage buckets", text: `${SELECT_BUCKETS} order by name` };

export const selectBucket = (id: string): Statement => ({
  name: "storage bucket",
  text: SELECT_BUCKET,
  values: [id],
});

/** Ignores the caller's rights: it is no secret which buckets exist. */
export async function requireBucket(database: ServiceDatabase, id: string): Promise<Bucket> {
  const { rows } = await database.query<Bucket>(SELECT_BUCKET, [id]);
  if (!rows[0]) throw refusal("bucketNotFound");
  return rows[0];
}
