import { randomInt } from "node:crypto";
import type { Query } from "../../postgres/database.ts";
import { type InternalKeys, keyedHash, validKeyedHashes } from "../../tokens/keyed-hash.ts";

const CODE_COUNT = 10;
const LENGTH = 16;
/** Without letters and digits that look alike on paper: 0 and o, 1, i and l, 5 and s, u and v. */
const ALPHABET = "2346789abcdefghjkmnpqrtwxyz";
const PATTERN = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Returns the typed code as it was created, or undefined if it cannot be a recovery code. */
export function parseRecoveryCode(typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, "").toLowerCase();
  return PATTERN.test(code) ? code : undefined;
}

/** Replaces all recovery codes of the factor. The codes are returned only here: the database holds keyed hashes. */
export async function replaceRecoveryCodes(
  query: Query,
  keys: InternalKeys,
  factorId: string,
): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, generateCode);
  await query("update auth.factors set updated_at = now() where id = $1", [factorId]);
  await query("delete from auth.recovery_codes where factor_id = $1", [factorId]);
  await query("insert into auth.recovery_codes (factor_id, code_hash) select $1, unnest($2::bytea[])", [
    factorId,
    codes.map((code) => keyedHash(keys, ...hashed(factorId, code))),
  ]);
  return codes;
}

/**
 * Returns false if there is no such code, or if it was used. If several requests use a code at the same time, only one
 * succeeds.
 */
export async function markCodeUsed(
  query: Query,
  keys: InternalKeys,
  factorId: string,
  code: string,
): Promise<boolean> {
  const hashes = validKeyedHashes(keys, Number.POSITIVE_INFINITY, ...hashed(factorId, code));
  const { rowCount } = await query(
    `update auth.recovery_codes set used_at = now()
     where factor_id = $1 and code_hash = any ($2) and used_at is null`,
    [factorId, hashes],
  );
  return rowCount > 0;
}

function generateCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

function hashed(factorId: string, code: string) {
  return ["recovery code", factorId, code] as const;
}
