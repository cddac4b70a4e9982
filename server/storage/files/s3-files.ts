import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as wait } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { ConfigError } from "../../config.ts";
import { Failure } from "../../errors/failure.ts";
import {
  type ByteRange,
  type FileDigest,
  type FileStore,
  type IncomingFile,
  requireVersion,
} from "./file-store.ts";

export interface S3Settings {
  /** s3://bucket/folder?endpoint=https://…&region=… */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  /** Holds an upload until its length is known, because S3 requires a content-length. */
  readonly spoolFolder: string;
}

type S3Request = {
  method: "GET" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  body?: () => Readable;
};

const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MS = 200;
/** Covers a whole upload or removal, and a download until its first byte. */
const RESPONSE_TIMEOUT_MS = 60_000;

/** Files in a bucket of S3, or of a service with the same protocol. */
export class S3Files implements FileStore {
  readonly #settings: S3Settings;
  readonly #base: string;
  readonly #region: string;

  constructor(settings: S3Settings) {
    this.#settings = settings;
    const { hostname: bucket, pathname, searchParams } = new URL(settings.url);
    this.#region = searchParams.get("region") ?? "us-east-1";
    const endpoint = searchParams.get("endpoint");
    const root = endpoint
      ? `${endpoint.replace(/\/+$/, "")}/${bucket}`
      : `https://${bucket}.s3.${this.#region}.amazonaws.com`;
    this.#base = `${root}${pathname.replace(/\/+$/, "")}/`;
  }

  /** Requests a file that does not exist. A 404 proves that the address, the bucket and the keys are right. */
  static async open(settings: S3Settings): Promise<S3Files> {
    await mkdir(settings.spoolFolder, { recursive: true, mode: 0o700 });
    const files = new S3Files(settings);
    try {
      await files.#send(randomUUID(), { method: "GET" });
    } catch (cause) {
      throw new ConfigError("FILES_URL: the bucket cannot be reached with these keys", { cause });
    }
    return files;
  }

  async receive(version: string): Promise<IncomingFile> {
    const spool = path.join(this.#settings.spoolFolder, requireVersion(version));
    const handle = await open(spool, "wx+", 0o600);
    // An unlinked file disappears with this process, however the process ends.
    await rm(spool);
    const body = () => handle.createReadStream({ start: 0, autoClose: false });
    return {
      handle,
      commit: ({ bytes, crc32 }) => this.#put(version, body, { bytes, crc32 }),
      close: () => handle.close(),
    };
  }

  async read(version: string, { first, last }: ByteRange): Promise<Readable | undefined> {
    const response = await this.#send(requireVersion(version), {
      method: "GET",
      headers: { range: `bytes=${first}-${last}`, "accept-encoding": "identity" },
    });
    if (!response?.body) return undefined;
    return Readable.fromWeb(response.body as ReadableStream);
  }

  async remove(version: string): Promise<void> {
    await this.#send(requireVersion(version), { method: "DELETE" });
  }

  async #put(version: string, body: () => Readable, { bytes, crc32 }: FileDigest): Promise<void> {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32);
    await this.#send(version, {
      method: "PUT",
      headers: { "content-length": String(bytes), "x-amz-checksum-crc32": sum.toString("base64") },
      body,
    });
  }

  /** Returns undefined if the file does not exist. Every request is idempotent, so it may be retried. */
  async #send(key: string, request: S3Request): Promise<Response | undefined> {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await this.#sendOnce(key, request);
        if (response.ok) return response;
        const text = await response.text();
        if (response.status === 404 && !text.includes("NoSuchBucket")) return undefined;
        throw new S3Error(response.status, /<Code>(\w+)<\/Code>/.exec(text)?.[1]);
      } catch (error) {
        if (error instanceof S3Error && !error.isTemporary) throw error;
        if (attempt === MAX_ATTEMPTS)
          throw new Failure("unavailable", "the file store cannot be reached", { cause: error });
      }
      await wait(RETRY_DELAY_MS * attempt);
    }
  }

  async #sendOnce(key: string, { method, headers = {}, body }: S3Request): Promise<Response> {
    const { accessKeyId, secretAccessKey, sessionToken } = this.#settings;
    const signed = await new AwsV4Signer({
      method,
      url: this.#base + key,
      headers,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: "s3",
      region: this.#region,
    }).sign();
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), RESPONSE_TIMEOUT_MS);
    try {
      return await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal: timeout.signal,
        ...(body ? { body: Readable.toWeb(body()), duplex: "half" } : {}),
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

class S3Error extends Error {
  readonly isTemporary: boolean;
  constructor(status: number, code: string | undefined) {
    super(`the file store responded with ${status}${code ? ` ${code}` : ""}`);
    this.isTemporary = status >= 500 || status === 429;
  }
}
