// The statements that set the caller of a request for one transaction, and their parameters.

type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns a statement that evaluates all of the expressions and returns no row, because nobody needs their results.
 * They are arguments of one function: PostgreSQL may leave out conditions that are combined with `and`.
 */
const evaluate = (...calls: string[]) => `select where num_nulls(${calls.join(", ")}) < 0`;
const setLocal = (name: string, value: string) => `set_config('${name}', ${value}, true)`;
const CLAIMS_AND_ADDRESS = [setLocal("request.jwt.claims", "$1"), setLocal("request.address", "$2")] as const;

export const VISITOR = evaluate(setLocal("role", "'anon'"), ...CLAIMS_AND_ADDRESS);
/**
 * The timeout applies to the statements after this one. Among the signed-in callers, only admins get it, from
 * `require_session`.
 */
export const SECRET_KEY = evaluate(
  setLocal("statement_timeout", "'8s'"),
  setLocal("role", "'service_role'"),
  ...CLAIMS_AND_ADDRESS,
);
/**
 * Most requests pass the quick check, which is part of the statement. The others need the function: it decides, and it
 * raises an error for a session that has ended (database/rules/sessions.sql). `auth.uid()` reads the user from a
 * setting of its own, because parsing the claims takes longer.
 */
export const SIGNED_IN = evaluate(
  ...CLAIMS_AND_ADDRESS,
  `exists (select from auth.sessions where id = $4 and user_id = $5 and quick_until > current_timestamp)
    or private.require_session($4, $5, $6, $7) is null`,
  setLocal("role", "'authenticated'"),
  setLocal("request.jwt.claim.sub", "$3"),
);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type SessionParameters = readonly [
  sessionId: string | null,
  userId: string | null,
  rotation: number | null,
  aal: string,
];

/** Returns the parameters of `private.require_session`. A claim of the wrong type counts as missing. */
export function sessionOf({ session_id, sub, rotation, aal }: Claims): SessionParameters {
  const uuidOrNull = (claim: unknown) => (typeof claim === "string" && UUID.test(claim) ? claim : null);
  return [
    uuidOrNull(session_id),
    uuidOrNull(sub),
    typeof rotation === "number" ? rotation : null,
    typeof aal === "string" ? aal : "aal1",
  ];
}

/** Returns the same parameters in PostgreSQL's binary format, which it reads faster. */
export function toBinary([sessionId, userId, rotation, aal]: SessionParameters): (Buffer | string | null)[] {
  const uuid = (text: string | null) => (text === null ? null : Buffer.from(text.replaceAll("-", ""), "hex"));
  return [uuid(sessionId), uuid(userId), rotation === null ? null : String(rotation), aal];
}
