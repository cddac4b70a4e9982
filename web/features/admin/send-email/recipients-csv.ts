import { formatDateTime } from "../../../../domain/kolkata-time.ts";
import type { Recipient } from "./recipients.ts";

const HEADS = ["Name", "E-mail", "State", "Reason", "Tries", "Finished (IST)"];
/** So that spreadsheet programs read names in Kannada as what they are. */
const BYTE_ORDER_MARK = "\ufeff";

export function recipientsCsv(recipients: readonly Recipient[]): string {
  const rows = recipients.map(({ name, email, state, reason, attempts, finished_at }) => [
    name,
    email,
    // The word that the screen has for it.
    state === "skipped" ? "left out" : state,
    reason ?? "",
    String(attempts),
    finished_at ? formatDateTime(new Date(finished_at)) : "",
  ]);
  return BYTE_ORDER_MARK + [HEADS, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** Students choose their names: one that starts like a formula must stay text where the file is opened. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
