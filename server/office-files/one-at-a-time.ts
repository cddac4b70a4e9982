import { TableProblem } from "./table-problem.ts";

/** Each waiting call holds its file in memory. */
const MAX_WAITING = 4;

/** Runs the work of one call after the other, because a large file needs much memory. A few calls wait. */
export function oneAtATime<Given extends unknown[], Result>(
  work: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (...given) => {
    if (waiting > MAX_WAITING)
      throw new TableProblem("Other files are being read. Please try again in a minute.");
    waiting++;
    const next = last.then(() => work(...given)).finally(() => waiting--);
    last = next.catch(() => undefined);
    return next;
  };
}
