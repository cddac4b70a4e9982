import { openDocument } from "./hand-over.ts";

/** The home page is a separate document, so the notice is handed over and shown there. */
export function redirectHome(notice?: string): void {
  openDocument("/", undefined, notice ? [{ kind: "error", text: notice }] : []);
}
