import { formatDateTime } from "../../../../domain/kolkata-time.ts";
import { csvOf } from "../../../ui/csv.ts";
import type { Recipient } from "./recipients.ts";

const HEADERS = ["Name", "Email", "State", "Reason", "Attempts", "Finished (IST)"];

export function recipientsCsv(recipients: readonly Recipient[]): string {
  const rows = recipients.map(({ name, email, state, reason, attempts, finished_at }) => [
    name,
    email,
    // The same word as on the screen.
    state === "skipped" ? "left out" : state,
    reason ?? "",
    String(attempts),
    finished_at ? formatDateTime(new Date(finished_at)) : "",
  ]);
  return csvOf([HEADERS, ...rows]);
}
