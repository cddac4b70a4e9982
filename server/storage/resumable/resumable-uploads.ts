import { MAX_RESUMABLE_BYTES, MAX_RESUMABLE_UPLOADS } from "../../limits/client-limits.ts";
import type { Caller, Row, ServiceDatabase } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";
import type { ObjectDraft, Objects } from "../objects.ts";

export interface ResumableUpload extends Row {
  readonly id: string;
  readonly bucket: string;
  readonly name: string;
  readonly length: number;
  /** The number of bytes that are durable, and therefore the offset of the next one. */
  readonly received: number;
  readonly parts: number;
  /** The header Upload-Metadata. */
  readonly metadata: string;
  readonly overwrite: boolean;
  readonly expiresAt: Date;
  readonly isComplete: boolean;
}

export interface UploadPart extends Row {
  readonly version: string;
  readonly bytes: number;
}

/** A complete upload whose document was deleted since then is forgotten, so that the file can be sent again. */
const FIND = `
  select id, bucket_id as bucket, name, length::float8 as length, received::float8 as received, parts, metadata,
    overwrite, expires_at as "expiresAt", completed_at is not null as "isComplete"
  from storage.resumable_uploads upload
  where id = $1 and (completed_at is null or exists (
    select from storage.objects where bucket_id = upload.bucket_id and name = upload.name
  ))`;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HOUR_MS = 3_600_000;

/** The rows of resumable uploads and of their parts. Callers see only their own. */
export class ResumableUploads {
  readonly #database: ServiceDatabase;
  readonly #objects: Objects;
  readonly #validMs: number;

  constructor(database: ServiceDatabase, objects: Objects, hours: number) {
    this.#database = database;
    this.#objects = objects;
    this.#validMs = hours * HOUR_MS;
  }

  async create(
    owner: string | null,
    { bucket, name, overwrite }: ObjectDraft,
    { length, metadata }: Pick<ResumableUpload, "length" | "metadata">,
  ): Promise<ResumableUpload> {
    const expiresAt = new Date(Date.now() + this.#validMs);
    const { rows } = await this.#database.query<{ id: string }>(
      "select private.create_resumable_upload($1, $2, $3, $4, $5, $6, $7, $8, $9) as id",
      [
        owner,
        bucket,
        name,
        length,
        metadata,
        overwrite,
        expiresAt,
        MAX_RESUMABLE_UPLOADS,
        MAX_RESUMABLE_BYTES,
      ],
    );
    const { id } = rows[0] as { id: string };
    return {
      id,
      bucket,
      name,
      length,
      received: 0,
      parts: 0,
      metadata,
      overwrite,
      expiresAt,
      isComplete: false,
    };
  }

  /** Refuses the uploads of others in the same way as missing ones, and everyone whose session has ended. */
  async require(caller: Caller, id: string): Promise<ResumableUpload> {
    if (!UUID.test(id)) throw refusal("uploadNotFound");
    const statement = { name: "resumable upload", text: FIND, values: [id] };
    const [upload] = await this.#objects.run<ResumableUpload>(caller, statement);
    if (!upload) throw refusal("uploadNotFound");
    if (upload.expiresAt.getTime() <= Date.now()) throw refusal("uploadExpired");
    return upload;
  }

  /** Adds a part whose file is committed. Refuses it if the upload has changed since its offset was checked. */
  async addPart(id: string, first: number, { version, bytes }: UploadPart): Promise<void> {
    const { rows } = await this.#database.query<{ isAdded: boolean }>(
      `select private.add_upload_part($1, $2, $3, $4) as "isAdded"`,
      [id, first, bytes, version],
    );
    if (!rows[0]?.isAdded) throw refusal("offsetConflict");
  }

  async partsOf(id: string): Promise<UploadPart[]> {
    const { rows } = await this.#database.query<UploadPart>(
      "select version, bytes from storage.upload_parts where upload = $1 order by first_byte",
      [id],
    );
    return rows;
  }

  /** Removes an upload, unless it is complete. Its files are scheduled for removal. */
  async remove(id: string): Promise<void> {
    await this.#database.query(
      "delete from storage.resumable_uploads where id = $1 and completed_at is null",
      [id],
    );
  }
}
