import * as tus from "tus-js-client";
import { DOCUMENTS } from "./documents.ts";
import { TYPES } from "./files.ts";
import type { Member } from "./members.ts";
import type { Server } from "./server.ts";

/** Resumable uploads under /storage/v1/upload/resumable: by the official client, and as single requests. */

type Caller = Pick<Member, "token"> | undefined;
type Headers = Readonly<Record<string, string>>;

interface File {
  readonly name: string;
  readonly type?: string;
  readonly bucket?: string;
}

const metadataOf = ({ name, type = TYPES.pdf, bucket = DOCUMENTS }: File) => ({
  bucketName: bucket,
  objectName: name,
  contentType: type,
  cacheControl: "3600",
});

export interface OfficialOptions extends File, Pick<tus.UploadOptions, "chunkSize" | "uploadUrl"> {
  /** The address through which the requests go, if it is not the server's own. */
  readonly through?: string;
  readonly headers?: Headers;
  readonly uploadDataDuringCreation?: boolean;
  /** Called with the address of the upload before its first byte is sent. */
  readonly onAddress?: (address: string) => void;
}

/** Uploads with the official client, which retries as it does by default, only faster. Resolves with all its requests. */
export function sendOfficially(
  server: Server,
  member: Pick<Member, "token">,
  bytes: Buffer,
  { through = server.url, headers, onAddress, name, type, bucket, ...options }: OfficialOptions,
): Promise<string[]> {
  const requests: string[] = [];
  return new Promise((resolve, reject) => {
    const upload = new tus.Upload(bytes, {
      endpoint: `${through}/storage/v1/upload/resumable`,
      headers: { ...headersOf(server, member), ...headers },
      metadata: metadataOf({ name, ...(type && { type }), ...(bucket && { bucket }) }),
      retryDelays: Array(20).fill(10),
      ...options,
      onAfterResponse: (request, response) =>
        void requests.push(`${request.getMethod()} ${response.getStatus()}`),
      onUploadUrlAvailable: () => onAddress?.(upload.url as string),
      onError: reject,
      onSuccess: () => resolve(requests),
    });
    upload.start();
  });
}

export function callResumable(
  server: Server,
  caller: Caller,
  method: string,
  address = "",
  { headers, body }: { headers?: Headers; body?: Uint8Array<ArrayBuffer> } = {},
): Promise<Response> {
  return fetch(new URL(address || "/storage/v1/upload/resumable", server.url), {
    method,
    headers: { ...headersOf(server, caller), "tus-resumable": "1.0.0", ...headers },
    ...(body && { body }),
  });
}

export function begin(
  server: Server,
  caller: Caller,
  length: number,
  file: File,
  headers: Headers = {},
): Promise<Response> {
  const metadata = Object.entries(metadataOf(file))
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
  return callResumable(server, caller, "POST", "", {
    headers: { "upload-length": String(length), "upload-metadata": metadata, ...headers },
  });
}

/** Begins an upload and returns its address. */
export async function mustBegin(server: Server, member: Member, length: number, file: File): Promise<string> {
  const response = await begin(server, member, length, file);
  const address = response.headers.get("location");
  if (!address) throw new Error(`the upload was refused: ${response.status} ${await response.text()}`);
  return address;
}

export function proceed(
  server: Server,
  caller: Caller,
  address: string,
  offset: number,
  bytes: Buffer,
): Promise<Response> {
  return callResumable(server, caller, "PATCH", address, {
    headers: { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
    body: new Uint8Array(bytes),
  });
}

/** Returns the offset, or the status of a refusal as a text. */
export async function offsetOf(server: Server, caller: Caller, address: string): Promise<number | string> {
  const response = await callResumable(server, caller, "HEAD", address);
  return response.ok ? Number(response.headers.get("upload-offset")) : String(response.status);
}

function headersOf(server: Server, caller: Caller): Record<string, string> {
  return { apikey: server.publishableKey, ...(caller && { authorization: `Bearer ${caller.token}` }) };
}
