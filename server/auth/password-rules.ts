import { findPasswordRefusal, type PasswordOwner } from "../../domain/passwords.ts";
import { isCommonPassword } from "../passwords/common-passwords.ts";
import type { Query } from "../postgres/database.ts";
import { type RefusalName, refusal } from "./errors.ts";

const REFUSAL_NAMES = {
  "too short": "passwordTooShort",
  "too long": "passwordTooLong",
  "own data": "passwordOwnData",
  common: "passwordCommon",
} as const satisfies Record<string, RefusalName>;

/** The rules for a new password. Existing passwords stay valid. */
export function requireStrongPassword(password: string, owner: PasswordOwner): void {
  const found = findPasswordRefusal(password, owner) ?? (isCommonPassword(password) ? "common" : null);
  if (found) throw refusal(REFUSAL_NAMES[found]);
}

export async function findPasswordOwner(
  query: Query,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<PasswordOwner> {
  const { rows } = await query<{ names: string[]; phone: string }>(
    "select names, phone from private.password_owner($1)",
    [id],
  );
  return { email, ...rows[0] };
}
