import { createHash } from "node:crypto";
import type { Caller } from "../postgres/database.ts";
import { refusal } from "./errors.ts";
import type { IncomingRequest } from "./parse/parse.ts";

/** A write that takes effect once, however often it is sent. */
export interface Attempt {
  readonly key: string;
  /** The same key with another request is refused. */
  readonly hash: Buffer;
}

const KEY = /^[!-~]{1,128}$/;

/** Returns the attempt that the header Idempotency-Key names. Reads have no effect, so theirs is ignored. */
export function findAttempt(incoming: IncomingRequest, caller: Caller): Attempt | undefined {
  const key = incoming.headers["idempotency-key"];
  if (key === undefined || incoming.method === "GET" || incoming.method === "HEAD") return undefined;
  if (caller.role !== "authenticated") throw refused("Only a signed-in user can send an Idempotency-Key.");
  if (typeof key !== "string" || !KEY.test(key))
    throw refused("An Idempotency-Key has 1 to 128 letters, digits or signs.");
  return { key, hash: hashOf(incoming) };
}

/** Covers all that the answer depends on. */
function hashOf({ method, path, query, headers, body }: IncomingRequest): Buffer {
  const { accept, prefer, "content-type": type, "content-profile": profile } = headers;
  const parts = [method, path, query, accept, prefer, type, profile, body];
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}

const refused = (message: string) => refusal(400, "invalid_idempotency_key", message);
