import type { FastifyRequest } from "fastify";
import { findBearerToken } from "../../gateway/identify-caller.ts";
import type { Query } from "../../postgres/database.ts";
import { TokenError } from "../../tokens/tokens.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { isBanned, type UserRow } from "../users.ts";

export interface SignedIn {
  readonly user: UserRow;
  readonly sessionId: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whoever calls on his own behalf. A token whose session has ended is worth nothing here, however long it still runs. */
export async function requireSignedIn(
  { identify, database }: Pick<AuthDependencies, "identify" | "database">,
  request: FastifyRequest,
): Promise<SignedIn> {
  if (findBearerToken(request.headers) === undefined) throw refusal("bearerMissing");
  const { role, claims } = await identify(request).catch(refuseToken);
  if (role !== "authenticated" || !isUuid(claims.sub)) throw refusal("bearerWithoutUser");
  const user = await findSignedIn(
    database.query,
    claims.sub,
    isUuid(claims.session_id) ? claims.session_id : null,
  );
  if (!user) throw refusal("userGone");
  if (!user.session_id) throw refusal("sessionGone");
  if (isBanned(user)) throw refusal("banned");
  return { user, sessionId: user.session_id };
}

function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

async function findSignedIn(
  query: Query,
  userId: string,
  sessionId: string | null,
): Promise<(UserRow & { session_id: string | null }) | null> {
  const { rows } = await query<UserRow & { session_id: string | null }>(
    `select person.*, session.id as session_id from auth.users person
     left join auth.sessions session on session.user_id = person.id and session.id = $2
     where person.id = $1`,
    [userId, sessionId],
  );
  return rows[0] ?? null;
}

function refuseToken(error: unknown): never {
  if (!(error instanceof TokenError)) throw error;
  throw refusal(error.reason === "expired" ? "bearerExpired" : "bearerUnreadable");
}
