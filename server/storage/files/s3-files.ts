import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as wait } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { ConfigError } from "../../config.ts";
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
  /** Where an upload waits until its length is known: S3 takes nothing without. */
  readonly spoolFolder: string;
}

type S3Request = {
  method: "GET" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  body?: () => Readable;
};

const TRIES = 3;
const PAUSE_MILLISECONDS = 200;
/** For the whole of an upload or a removal, and for the beginning of a download. */
const ANSWER_MILLISECONDS = 60_000;

/** Files in a bucket of S3, or of what speaks its protocol. */
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

  /** Asks for a file that is not there: an answer takes the address, the bucket and the keys to be right. */
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
    // Without a name it goes with this process, however that ends.
    await rm(spool);
    const body = () => handle.createReadStream({ start: 0, autoClose: false });
    return {
      handle,
      commit: ({ bytes, crc32 }) => this.#put(version, body, { bytes, crc32 }),
      close: () => handle.close(),
    };
  }

  async read(version: string, { first, last }: ByteRange): Promise<Readable | undefined> {
    const answer = await this.#send(requireVersion(version), {
      method: "GET",
      headers: { range: `bytes=${first}-${last}`, "accept-encoding": "identity" },
    });
    if (!answer?.body) return undefined;
    return Readable.fromWeb(answer.body as ReadableStream);
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

  /** The answer, or undefined when there is no such file. Every request here may be repeated without harm. */
  async #send(key: string, request: S3Request): Promise<Response | undefined> {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#sendOnce(key, request);
        if (answer.ok) return answer;
        const text = await answer.text();
        if (answer.status === 404 && !text.includes("NoSuchBucket")) return undefined;
        throw new S3Refusal(answer.status, /<Code>(\w+)<\/Code>/.exec(text)?.[1]);
      } catch (error) {
        if (attempt === TRIES || (error instanceof S3Refusal && !error.isPassing)) throw error;
      }
      await wait(PAUSE_MILLISECONDS * attempt);
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
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), ANSWER_MILLISECONDS);
    try {
      return await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal: patience.signal,
        ...(body ? { body: Readable.toWeb(body()), duplex: "half" } : {}),
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

class S3Refusal extends Error {
  readonly isPassing: boolean;
  constructor(status: number, code: string | undefined) {
    super(`the file store answered ${status}${code ? ` ${code}` : ""}`);
    this.isPassing = status >= 500 || status === 429;
  }
}
