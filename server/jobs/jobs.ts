import type { Query } from "../postgres/database.ts";
import type { InternalKeys } from "../tokens/keyed-hash.ts";
import { encryptPayload } from "./payload-encryption.ts";

/**
 * Undefined for success, or the reason why a retry is useless; it is logged, so it must not contain an address. A task
 * that throws is retried later.
 */
export type TaskResult = undefined | { readonly permanentFailure: string };
export type Task = (payload: unknown) => Promise<TaskResult>;
export type Tasks = Readonly<Record<string, Task>>;

export interface JobOptions {
  readonly runAt?: Date;
  /** The attempts have growing delays: e, e², e³ … seconds, at most six hours. The default is 25. */
  readonly maxAttempts?: number;
  /** Replaces a waiting job with the same key. */
  readonly key?: string;
}

export type AddJob = (query: Query, task: string, payload: object, options?: JobOptions) => Promise<void>;

/** Adds the job in the transaction of the query: it exists if and only if that transaction commits. */
export function createAddJob(internalKeys: InternalKeys): AddJob {
  return async (query, task, payload, options = {}) => {
    await query(
      `select graphile_worker.add_job(
         $1::text, payload => $2::json, run_at => $3::timestamptz, max_attempts => $4::int, job_key => $5::text)`,
      [
        task,
        JSON.stringify(encryptPayload(internalKeys, task, payload)),
        options.runAt?.toISOString() ?? null,
        options.maxAttempts ?? null,
        options.key ?? null,
      ],
    );
  };
}
