import type { FastifyRequest } from "fastify";
import type { Identify } from "../gateway/caller.ts";
import type { Caller } from "../postgres/database.ts";
import { TokenError } from "../tokens/tokens.ts";
import { StorageError } from "./storage-error.ts";

export type AskCaller = (request: FastifyRequest) => Promise<Caller>;

/** Who is asking, with this service's words for a token that does not hold. */
export function askCallerWith(identify: Identify): AskCaller {
  return async (request) => {
    try {
      return await identify(request);
    } catch (cause) {
      if (!(cause instanceof TokenError)) throw cause;
      throw new StorageError(cause.fault === "expired" ? "expiredToken" : "badToken", { cause });
    }
  };
}
