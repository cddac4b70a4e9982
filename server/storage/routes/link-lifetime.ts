import { DOCUMENT_LINK_SECONDS } from "../../../domain/documents.ts";
import type { Caller } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";

/**
 * A link keeps working when its creator loses access. Therefore only the service role, and students for their own files,
 * get links that last longer than the default.
 */
export function requireShortLifetime(
  { role, claims }: Caller,
  names: readonly string[],
  expiresIn: number,
): void {
  if (role === "service_role" || expiresIn <= DOCUMENT_LINK_SECONDS) return;
  if (names.every((name) => name.startsWith(`${claims.sub}/`))) return;
  throw refusal("badRequest", { message: `body/expiresIn must be <= ${DOCUMENT_LINK_SECONDS}` });
}
