import { Failure } from "../errors/failure.ts";
import { countLimit } from "./limit-counts.ts";

/** A client has reached a limit: HTTP status 429 in the format of each service. */
export class LimitReached extends Failure {
  readonly limit: string;

  constructor(limit: string, retryAfterSeconds: number) {
    super("limited", `limit reached: ${limit}`, { retryAfterSeconds });
    this.limit = limit;
    countLimit(limit);
  }
}
