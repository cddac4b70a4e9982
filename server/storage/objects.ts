import type { ApiDatabase, Caller, Row, Statement } from "../postgres/database.ts";
import type { FileDigest } from "./files/file-store.ts";

export interface ObjectPath {
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
  /** Only for a payment proof: shows whether the same file was used before. */
  readonly sha256?: string;
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

export interface ObjectDraft extends ObjectPath {
  readonly overwrite: boolean;
  readonly userMetadata: object | undefined;
  /** Waiting objects are hidden from admins until their malware scan. */
  readonly scanState?: "waiting" | null;
  /** The resumable upload that the row completes, and how many of its bytes were stored before the last part. */
  readonly completes?: { readonly id: string; readonly received: number };
}

export function metadataOf(
  version: string,
  { type, cacheControl }: { readonly type: string; readonly cacheControl: string },
  { bytes, crc32 }: FileDigest,
): Metadata {
  return {
    // A version is never written twice, so it identifies the contents as well as a checksum would.
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
/** A row without a version tells of a file that the malware scanner removed. */
const FROM = "from storage.objects where bucket_id = $1 and version is not null and name";
/** Runs only for the rows that the caller may see. */
const RECORD_VIEW = "private.record_view(bucket_id, name)";

const SELECT = {
  find: `select ${COLUMNS} ${FROM} = $2`,
  /** Also records an admin's view, before the bytes or a link to them are sent. */
  view: `select ${COLUMNS}, ${RECORD_VIEW} ${FROM} = $2`,
};

/** The rows of storage.objects. The policies in the database decide what a caller may see and change. */
export class Objects {
  readonly #api: ApiDatabase;

  constructor(api: ApiDatabase) {
    this.#api = api;
  }

  async find(
    caller: Caller,
    { bucket, name }: ObjectPath,
    access: keyof typeof SELECT,
  ): Promise<StoredObject | undefined> {
    const statement = { name: `storage ${access}`, text: SELECT[access], values: [bucket, name] };
    return (await this.run<StoredObject>(caller, statement))[0];
  }

  /** Records a view of each object and returns the names that the caller may see. */
  async viewNames(caller: Caller, bucket: string, names: readonly string[]): Promise<Set<string>> {
    const rows = await this.run<{ name: string }>(caller, {
      name: "storage view names",
      text: `select name, ${RECORD_VIEW} ${FROM} = any ($2)`,
      values: [bucket, names],
    });
    return new Set(rows.map((row) => row.name));
  }

  /** Returns the removed rows. Names that the caller may not remove are skipped, so that they stay secret. */
  remove(caller: Caller, bucket: string, names: readonly string[]): Promise<Row[]> {
    return this.run(caller, {
      name: "storage remove",
      text: `delete from storage.objects where bucket_id = $1 and name = any ($2)
        returning name, bucket_id, owner, owner_id, version, id, updated_at, created_at, last_accessed_at,
          metadata, user_metadata`,
      values: [bucket, names],
    });
  }

  /** Throws the error that writing this object would cause, and changes nothing. */
  checkWrite(caller: Caller, draft: ObjectDraft, metadata: Partial<Metadata>): Promise<void> {
    return this.#api.tryAsCaller(caller, insertObject(caller, draft, undefined, metadata));
  }

  /** Writes the row. The same statement deletes the upload's row in the journal of pending files. */
  async write(caller: Caller, draft: ObjectDraft, version: string, metadata: Metadata): Promise<string> {
    const { rows } = await this.#api.asCaller<{ id: string }>(
      caller,
      insertObject(caller, draft, version, metadata),
    );
    return rows[0]?.id as string;
  }

  /** Visitors have no grants. They get no rows, like users without access, instead of an error. */
  async run<T extends Row>(caller: Caller, statement: Statement): Promise<T[]> {
    if (caller.role === "anon") return [];
    return (await this.#api.asCaller<T>(caller, statement)).rows;
  }
}

function insertObject(
  caller: Caller,
  draft: ObjectDraft,
  version: string | undefined,
  metadata: Partial<Metadata>,
): Statement {
  const owner = caller.claims.sub ?? null;
  const { bucket, name, overwrite, userMetadata, scanState = null, completes } = draft;
  const kind = version === undefined ? "check" : completes ? "complete" : "write";
  return {
    name: `storage ${kind}${overwrite ? " overwrite" : ""}`,
    text: `
      insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata, scan_state)
      values ($1, $2, $3, $4, ${VERSIONS[kind]}, $6, $7, $8)
      ${overwrite ? OVERWRITE : ""} returning id`,
    values: [
      bucket,
      name,
      owner,
      owner,
      version ?? null,
      JSON.stringify(metadata),
      userMetadata ? JSON.stringify(userMetadata) : null,
      scanState,
      ...(completes ? [completes.id, completes.received] : []),
    ],
  };
}

const VERSIONS = {
  check: "$5",
  write: "private.claim_upload($5)",
  complete: "private.complete_upload($5, $9, $10)",
};

const OVERWRITE = `
  on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
    user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id, scan_state = excluded.scan_state,
    next_scan_at = now(), scan_attempts = 0, updated_at = now()`;
