import type { Query } from "../postgres/database.ts";
import type { Task } from "./jobs.ts";

/**
 * Ends the offers whose time is over, and offers what is free to the next students. Each day has its own transaction: it
 * locks the day for bookings, and a failure of one day must not keep others waiting.
 */
export function createOfferTask(query: Query): Task {
  return async () => {
    const { rows } = await query<{ day: string }>("select day::text from private.list_waiting_days() as day");
    const failures: unknown[] = [];
    for (const { day } of rows)
      await query("select private.offer_times_of($1)", [day]).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, "free times could not be offered");
    return undefined;
  };
}
