import { DOCUMENT_LINK_SECONDS } from "../../../domain/documents.ts";
import type { Caller } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";

/** A link opens without a sign-in, for whoever has it. Only the secret key makes links that last longer. */
export function requireShortLifetime({ role }: Caller, expiresIn: number): void {
  if (role === "service_role" || expiresIn <= DOCUMENT_LINK_SECONDS) return;
  throw refusal("badRequest", { message: `body/expiresIn must be <= ${DOCUMENT_LINK_SECONDS}` });
}
