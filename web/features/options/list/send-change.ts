import type { ExamCode } from "../../../../domain/option-exams.ts";
import type { OptionChange } from "../../../../domain/options.ts";
import { tables } from "../../../backend/tables.ts";

type Sent = { revision: number; error: null } | { revision: undefined; error: Error };

/** Sends one change. Repeated with the same key, it takes effect once. */
export async function sendChange(exam: ExamCode, change: OptionChange, key: string): Promise<Sent> {
  const { data, error } = await callOf(exam, change).setHeader("Idempotency-Key", key);
  return error ? { revision: undefined, error } : { revision: Number(data), error: null };
}

function callOf(exam: ExamCode, change: OptionChange) {
  switch (change.kind) {
    case "add":
      return tables().rpc("add_options", {
        exam,
        added: change.options.map(({ id, college, course }) => ({ id, college, course })),
        ...(change.after !== undefined && { after: change.after }),
      });
    case "move":
      return tables().rpc("move_option", {
        exam,
        option: change.option,
        ...(change.after !== null && { after: change.after }),
      });
    case "remove":
      return tables().rpc("remove_option", { exam, option: change.option });
  }
}
