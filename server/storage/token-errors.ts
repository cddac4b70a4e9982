import type { IdentifyCaller } from "../gateway/identify-caller.ts";
import { TokenError } from "../tokens/tokens.ts";
import { refusal } from "./errors.ts";

/** Reports an invalid or expired token as a storage error. */
export function withStorageErrors(identify: IdentifyCaller): IdentifyCaller {
  return async (request) => {
    try {
      return await identify(request);
    } catch (cause) {
      if (!(cause instanceof TokenError)) throw cause;
      throw refusal(cause.reason === "expired" ? "expiredToken" : "badToken", { cause });
    }
  };
}
