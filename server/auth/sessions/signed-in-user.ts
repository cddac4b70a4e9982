import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { findBearerToken } from "../../gateway/identify-caller.ts";
import type { Caller, Query } from "../../postgres/database.ts";
import { TokenError } from "../../tokens/tokens.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { isBanned, type UserRow } from "../users.ts";

export interface SignedInUser {
  readonly user: UserRow;
  readonly sessionId: string;
}

const userClaims = z.object({ sub: z.guid(), session_id: z.guid().catch("") });

type SignedInDependencies = Pick<AuthDependencies, "identify" | "database">;

/**
 * Refuses an access token whose session has ended, even if the token itself has not expired, and one of a user whose
 * second step is missing.
 */
export async function requireSignedIn(
  dependencies: SignedInDependencies,
  request: FastifyRequest,
): Promise<SignedInUser> {
  const { caller, ...signedIn } = await requireUser(dependencies, request);
  await dependencies.database.requireSession(caller);
  return signedIn;
}

/** As `requireSignedIn`, but the first step is enough. Only for what leads to the second step or signs out. */
export async function requireFirstStep(
  dependencies: SignedInDependencies,
  request: FastifyRequest,
): Promise<SignedInUser> {
  const { caller, ...signedIn } = await requireUser(dependencies, request);
  await dependencies.database.requireFirstStep(caller);
  return signedIn;
}

async function requireUser(
  { identify, database }: SignedInDependencies,
  request: FastifyRequest,
): Promise<SignedInUser & { readonly caller: Caller }> {
  if (findBearerToken(request.headers) === undefined) throw refusal("bearerMissing");
  const caller = await identify(request).catch(refuseBearer);
  const parsed = userClaims.safeParse(caller.claims);
  if (caller.role !== "authenticated" || !parsed.success) throw refusal("bearerWithoutUser");
  const user = await findUser(database.query, parsed.data.sub);
  if (!user) throw refusal("userGone");
  if (isBanned(user)) throw refusal("banned");
  return { user, sessionId: parsed.data.session_id, caller };
}

async function findUser(query: Query, userId: string): Promise<UserRow | null> {
  const { rows } = await query<UserRow>("select * from auth.users where id = $1", [userId]);
  return rows[0] ?? null;
}

function refuseBearer(error: unknown): never {
  if (!(error instanceof TokenError)) throw error;
  throw refusal(error.reason === "expired" ? "bearerExpired" : "bearerUnreadable");
}
