import type { FastifyInstance } from "fastify";
import type { IdentifyCaller } from "../../gateway/identify-caller.ts";
import type { Row, ServiceDatabase } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";
import type { Objects } from "../objects.ts";
import { WITH_AUTHORIZATION } from "./schemas.ts";

interface Bucket extends Row {
  readonly id: string;
  readonly file_size_limit: number | null;
  readonly allowed_mime_types: readonly string[] | null;
}

const BUCKETS = `
  select id, name, coalesce(owner::text, '') as owner, public, file_size_limit::float8 as file_size_limit,
    allowed_mime_types, created_at, updated_at
  from storage.buckets`;

/** The bucket that a request names. Its being there is no secret, and so is asked for by the server itself. */
export async function requireBucket(database: ServiceDatabase, id: string): Promise<Bucket> {
  const { rows } = await database.query<Bucket>(`${BUCKETS} where id = $1`, [id]);
  if (!rows[0]) throw refusal("bucketNotFound");
  return rows[0];
}

export function bucketRoutes(app: FastifyInstance, objects: Objects, ask: IdentifyCaller): void {
  app.get("/bucket", { schema: WITH_AUTHORIZATION }, async (request) =>
    objects.see(await ask(request), { name: "storage buckets", text: `${BUCKETS} order by name` }),
  );

  app.get<{ Params: { id: string } }>("/bucket/:id", { schema: WITH_AUTHORIZATION }, async (request) => {
    const [bucket] = await objects.see(await ask(request), {
      name: "storage bucket",
      text: `${BUCKETS} where id = $1`,
      values: [request.params.id],
    });
    if (!bucket) throw refusal("bucketNotFound");
    return bucket;
  });
}
