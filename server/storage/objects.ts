import type { ApiDatabase, Caller, Row, ServiceDatabase, Statement } from "../postgres/database.ts";
import type { FileSum } from "./files/file-store.ts";

export interface Place {
  readonly bucket: string;
  readonly name: string;
}

export interface Metadata {
  readonly eTag: string;
  readonly size: number;
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly lastModified: string;
  readonly contentLength: number;
  readonly httpStatusCode: 200;
  readonly crc32: string;
}

export interface StoredObject extends Row {
  readonly id: string;
  readonly bucket_id: string;
  readonly name: string;
  readonly version: string;
  readonly metadata: Metadata;
  readonly user_metadata: object | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface Draft extends Place {
  readonly overwrite: boolean;
  readonly userMetadata: object | undefined;
}

export function metadataOf(
  version: string,
  { type, cacheControl }: { readonly type: string; readonly cacheControl: string },
  { bytes, crc32 }: FileSum,
): Metadata {
  return {
    // A version is never written twice, so it says as much as a sum of the contents would.
    eTag: `"${version}"`,
    size: bytes,
    mimetype: type,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: bytes,
    httpStatusCode: 200,
    crc32: crc32.toString(16).padStart(8, "0"),
  };
}

const COLUMNS = "id, bucket_id, name, version, metadata, user_metadata, created_at, updated_at";
const FROM = "from storage.objects where bucket_id = $1 and name";
/** Runs for the rows that the caller may see, and only for them. */
const RECORD_VIEW = "private.record_view(bucket_id, name)";

const FIND = {
  find: `select ${COLUMNS} ${FROM} = $2`,
  /** To give out the bytes, or a link to them: an admin's look is on record before. */
  look: `select ${COLUMNS}, ${RECORD_VIEW} ${FROM} = $2`,
};

/** The rows of storage.objects. What a caller may see and do there is for the rules in the database to say. */
export class Objects {
  readonly #api: ApiDatabase;
  readonly #service: ServiceDatabase;

  constructor(api: ApiDatabase, service: ServiceDatabase) {
    this.#api = api;
    this.#service = service;
  }

  async find(
    caller: Caller,
    { bucket, name }: Place,
    how: keyof typeof FIND,
  ): Promise<StoredObject | undefined> {
    const statement = { name: `storage ${how}`, text: FIND[how], values: [bucket, name] };
    return (await this.see<StoredObject>(caller, statement))[0];
  }

  /** For whoever holds a link: it was signed for somebody who could see the object. */
  async findForLink({ bucket, name }: Place): Promise<StoredObject | undefined> {
    return (await this.#service.query<StoredObject>(FIND.find, [bucket, name])).rows[0];
  }

  async lookAtNames(caller: Caller, bucket: string, names: readonly string[]): Promise<Set<string>> {
    const rows = await this.see<{ name: string }>(caller, {
      name: "storage look at names",
      text: `select name, ${RECORD_VIEW} ${FROM} = any ($2)`,
      values: [bucket, names],
    });
    return new Set(rows.map((row) => row.name));
  }

  /** What was removed. Who may not see or remove something is not told that it is there. */
  remove(caller: Caller, bucket: string, names: readonly string[]): Promise<Row[]> {
    return this.see(caller, {
      name: "storage remove",
      text: `delete from storage.objects where bucket_id = $1 and name = any ($2)
        returning name, bucket_id, owner, owner_id, version, id, updated_at, created_at, last_accessed_at,
          metadata, user_metadata`,
      values: [bucket, names],
    });
  }

  /** Throws what the rules would say to such an object, and leaves no trace. */
  tryWrite(caller: Caller, draft: Draft, metadata: Partial<Metadata>): Promise<void> {
    return this.#api.tryAsCaller(caller, insertion(caller, draft, undefined, metadata));
  }

  /** From here on the row vouches for the file: the upload's line leaves the books in the same statement. */
  async write(caller: Caller, draft: Draft, version: string, metadata: Metadata): Promise<string> {
    const { rows } = await this.#api.asCaller<{ id: string }>(
      caller,
      insertion(caller, draft, version, metadata),
    );
    return rows[0]?.id as string;
  }

  /** A visitor has no grant at all, and so would be shown an error where everybody else sees nothing. */
  async see<T extends Row>(caller: Caller, statement: Statement): Promise<T[]> {
    if (caller.role === "anon") return [];
    return (await this.#api.asCaller<T>(caller, statement)).rows;
  }
}

function insertion(
  caller: Caller,
  draft: Draft,
  version: string | undefined,
  metadata: Partial<Metadata>,
): Statement {
  const owner = caller.claims.sub ?? null;
  const { bucket, name, overwrite, userMetadata } = draft;
  return {
    name: `storage ${version ? "write" : "try"}${overwrite ? " over" : ""}`,
    text: `
      insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      values ($1, $2, $3, $4, ${version ? "private.claim_upload($5)" : "$5"}, $6, $7)
      ${overwrite ? OVER : ""} returning id`,
    values: [
      bucket,
      name,
      owner,
      owner,
      version ?? null,
      JSON.stringify(metadata),
      userMetadata ? JSON.stringify(userMetadata) : null,
    ],
  };
}

const OVER = `
  on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
    user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`;
