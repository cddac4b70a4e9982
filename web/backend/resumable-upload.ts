import { fetchAsCaller } from "./auth.ts";
import { settings } from "./settings.ts";

/** A refusal of the server, with its words. */
class UploadRefused extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

interface ResumableUpload {
  readonly bucket: string;
  readonly path: string;
  readonly file: Blob;
  /** The address of an earlier attempt with the same bytes. */
  readonly address: string | undefined;
  /** Called before the first byte is sent. */
  readonly onAddress: (address: string) => void;
  /** Called with the share of the file that the server has stored, from 0 to 1. */
  readonly onStored: (share: number) => void;
  /** Called when the connection is lost. The upload continues by itself. */
  readonly onWaiting: () => void;
  readonly signal: AbortSignal;
}

const ENDPOINT = "/storage/v1/upload/resumable";
const HEADERS = { "tus-resumable": "1.0.0" };
/** A chunk takes about this long: the progress moves, a cut costs little, and a request's delay is small beside it. */
const CHUNK_MS = 3_000;
const FIRST_CHUNK_BYTES = 128 * 1024;
const MAX_CHUNK_BYTES = 4 * 1024 * 1024;
const REQUEST_TIMEOUT_MS = 60_000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** Refusals in a row that may pass. Without a response, there is no limit. */
const MAX_REFUSALS = 4;
/** The upload has expired, or was removed: it begins again. */
const GONE = [404, 410];
/** The offset has changed, an earlier request is still being received, or the server is busy. */
const MAY_PASS = [409, 423, 429, 502, 503, 504];

/**
 * Sends a file with the protocol of resumable uploads (TUS 1.0.0). After a cut, it waits for the connection and continues at
 * the offset of the server. Resolves when the file is stored.
 */
export async function uploadResumably(upload: ResumableUpload): Promise<void> {
  const { file, onStored, signal } = upload;
  let { address } = upload;
  let chunkBytes = FIRST_CHUNK_BYTES;
  let offset: number | undefined;
  let failures = 0;
  let refusals = 0;
  let isWaiting = false;
  while (offset !== file.size) {
    try {
      if (address === undefined) {
        address = await create(upload);
        offset = 0;
      }
      offset ??= await askOffset(address, signal);
      // On a bad line, the offset may arrive several times before any byte does.
      if (!isWaiting) onStored(offset / file.size);
      const startedAt = performance.now();
      const chunk = file.slice(offset, offset + chunkBytes);
      if (chunk.size > 0) offset = await sendChunk(address, offset, chunk, signal);
      onStored(offset / file.size);
      chunkBytes = nextChunkBytes(chunk.size, performance.now() - startedAt);
      failures = refusals = 0;
      isWaiting = false;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UploadRefused) {
        const isGone = GONE.includes(error.status);
        const mayPass = address !== undefined && (isGone || MAY_PASS.includes(error.status));
        if (!mayPass || refusals === MAX_REFUSALS) throw error;
        if (isGone) address = undefined;
        refusals += 1;
      } else if (!isWaiting) {
        isWaiting = true;
        upload.onWaiting();
      }
      offset = undefined;
      chunkBytes = FIRST_CHUNK_BYTES;
      await waitForConnection(Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS), signal);
      failures += 1;
    }
  }
}

/** Returns the size of the next chunk: that which takes CHUNK_MS, and at most twice as much as the last one. */
function nextChunkBytes(bytes: number, elapsedMs: number): number {
  const fitting = bytes * Math.min(2, CHUNK_MS / Math.max(1, elapsedMs));
  return Math.round(Math.min(MAX_CHUNK_BYTES, Math.max(FIRST_CHUNK_BYTES, fitting)));
}

async function create({ bucket, path, file, onAddress, signal }: ResumableUpload): Promise<string> {
  const metadata = { bucketName: bucket, objectName: path, contentType: file.type, cacheControl: "3600" };
  const response = await send(`${settings().backendUrl}${ENDPOINT}`, signal, {
    method: "POST",
    headers: {
      ...HEADERS,
      "upload-length": String(file.size),
      "upload-metadata": Object.entries(metadata)
        .map(([key, value]) => `${key} ${toBase64(value)}`)
        .join(),
    },
  });
  const address = new URL(response.headers.get("location") ?? "", response.url).href;
  onAddress(address);
  return address;
}

async function askOffset(address: string, signal: AbortSignal): Promise<number> {
  return offsetOf(await send(address, signal, { method: "HEAD", headers: HEADERS }));
}

async function sendChunk(address: string, offset: number, chunk: Blob, signal: AbortSignal): Promise<number> {
  const headers = {
    ...HEADERS,
    "content-type": "application/offset+octet-stream",
    "upload-offset": String(offset),
  };
  return offsetOf(await send(address, signal, { method: "PATCH", headers, body: chunk }));
}

function offsetOf({ headers }: Response): number {
  return Number(headers.get("upload-offset"));
}

/** Throws an UploadRefused for a refusal, and another error if no response arrives in time. */
async function send(address: string, signal: AbortSignal, init: RequestInit): Promise<Response> {
  const timeout = new AbortController();
  const abort = () => timeout.abort(signal.reason);
  const timer = setTimeout(abort, REQUEST_TIMEOUT_MS);
  signal.addEventListener("abort", abort);
  try {
    signal.throwIfAborted();
    const response = await fetchAsCaller(address, { ...init, signal: timeout.signal });
    if (!response.ok) throw new UploadRefused(await response.text(), response.status);
    return response;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

/** Resolves after the time, or as soon as the browser says that it is connected again. */
function waitForConnection(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
