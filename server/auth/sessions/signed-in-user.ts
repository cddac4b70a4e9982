import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { findBearerToken } from "../../gateway/identify-caller.ts";
import type { Query } from "../../postgres/database.ts";
import { TokenError } from "../../tokens/tokens.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { isBanned, type UserRow } from "../users.ts";

export interface SignedInUser {
  readonly user: UserRow;
  readonly sessionId: string;
}

const userClaims = z.object({ sub: z.guid(), session_id: z.guid().nullable().catch(null) });

/** Refuses an access token whose session has ended, even if the token itself has not expired. */
export async function requireSignedIn(
  { identify, database }: Pick<AuthDependencies, "identify" | "database">,
  request: FastifyRequest,
): Promise<SignedInUser> {
  if (findBearerToken(request.headers) === undefined) throw refusal("bearerMissing");
  const { role, claims } = await identify(request).catch(refuseBearer);
  const parsed = userClaims.safeParse(claims);
  if (role !== "authenticated" || !parsed.success) throw refusal("bearerWithoutUser");
  const user = await findUserWithSession(database.query, parsed.data.sub, parsed.data.session_id);
  if (!user) throw refusal("userGone");
  if (!user.session_id) throw refusal("sessionGone");
  if (isBanned(user)) throw refusal("banned");
  return { user, sessionId: user.session_id };
}

type UserRowWithSession = UserRow & { readonly session_id: string | null };

async function findUserWithSession(
  query: Query,
  userId: string,
  sessionId: string | null,
): Promise<UserRowWithSession | null> {
  const { rows } = await query<UserRowWithSession>(
    `select person.*, session.id as session_id from auth.users person
     left join auth.sessions session on session.user_id = person.id and session.id = $2
     where person.id = $1`,
    [userId, sessionId],
  );
  return rows[0] ?? null;
}

function refuseBearer(error: unknown): never {
  if (!(error instanceof TokenError)) throw error;
  throw refusal(error.reason === "expired" ? "bearerExpired" : "bearerUnreadable");
}
