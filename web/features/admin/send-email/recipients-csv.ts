import { formatDateTime } from "../../../../domain/kolkata-time.ts";
import type { Recipient } from "./recipients.ts";

const HEADERS = ["Name", "Email", "State", "Reason", "Attempts", "Finished (IST)"];
/** Without this mark, spreadsheet programs do not read the file as UTF-8 and garble names in Kannada. */
const BYTE_ORDER_MARK = "\ufeff";

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
  return BYTE_ORDER_MARK + [HEADERS, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** Students choose their own names. A spreadsheet program must not run a name that looks like a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
