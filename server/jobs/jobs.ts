import type { Query } from "../postgres/database.ts";

/**
 * What a task says at its end: nothing, or why it will never work (without anybody's address: it is logged). Whatever a
 * task throws is tried again later.
 */
export type TaskResult = undefined | { readonly permanentFailure: string };
export type Task = (payload: unknown) => Promise<TaskResult>;
export type Tasks = Readonly<Record<string, Task>>;

export interface JobOptions {
  readonly runAt?: Date;
  /** How often it is tried, with growing pauses: e, e², e³ … seconds, at most six hours. 25 when not given. */
  readonly maxAttempts?: number;
  /** A waiting job with the same key is replaced. */
  readonly key?: string;
}

export type AddJob = (query: Query, task: string, payload: object, options?: JobOptions) => Promise<void>;

/** Writes the job with the query that is handed in: it is there if, and only if, that transaction commits. */
export const addJob: AddJob = async (query, task, payload, options = {}) => {
  await query(
    `select graphile_worker.add_job(
       $1::text, payload => $2::json, run_at => $3::timestamptz, max_attempts => $4::int, job_key => $5::text)`,
    [
      task,
      JSON.stringify(payload),
      options.runAt?.toISOString() ?? null,
      options.maxAttempts ?? null,
      options.key ?? null,
    ],
  );
};
