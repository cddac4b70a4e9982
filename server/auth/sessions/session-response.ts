import type { FastifyReply } from "fastify";
import type { Query } from "../../postgres/database.ts";
import { ACCESS_TOKEN_SECONDS } from "../../tokens/tokens.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { listFactors } from "../factors/factors.ts";
import { APP_METADATA, buildUserMetadata, renderUser, type UserRow } from "../users.ts";
import { encodeRefreshToken } from "./refresh-tokens.ts";
import type { AuthenticationMethod, SessionRow } from "./sessions.ts";

interface SessionResponse {
  readonly access_token: string;
  readonly token_type: "bearer";
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: Record<string, unknown>;
}

/** Returns an access token and a refresh token for the session, and the user. */
export async function createSessionResponse(
  { tokens, internalKeys, database }: Pick<AuthDependencies, "tokens" | "internalKeys" | "database">,
  reply: FastifyReply,
  session: SessionRow,
  user: UserRow,
): Promise<SessionResponse> {
  const { token, expiresAt } = await tokens.sign(
    {
      aud: "authenticated",
      sub: user.id,
      email: user.email,
      phone: "",
      app_metadata: APP_METADATA,
      user_metadata: buildUserMetadata(user),
      role: "authenticated",
      aal: session.aal,
      amr: session.amr ?? [firstMethod(session)],
      session_id: session.id,
      // The first request with this token tells that the client has received the rotation (refresh-tokens.ts).
      rotation: session.rotation,
      is_anonymous: false,
    },
    ACCESS_TOKEN_SECONDS,
  );
  // A proxy in front of the server can log these.
  reply.header("sb-auth-user-id", user.id).header("sb-auth-session-id", session.id);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: encodeRefreshToken({ sessionId: session.id, rotation: session.rotation }, internalKeys),
    user: {
      ...renderUser(user, await listFactors(database.query, user.id)),
      app_metadata: { ...APP_METADATA, ...(await findRole(database.query, user.id)) },
    },
  };
}

/** The role of a colleague, by which the app chooses the page after a login. It gives no rights. */
async function findRole(query: Query, userId: string): Promise<{ maarga_role?: string }> {
  const { rows } = await query<{ role: string | null }>("select private.role_of($1) as role", [userId]);
  const role = rows[0]?.role;
  return role ? { maarga_role: role } : {};
}

function firstMethod({ method, created_at }: SessionRow): AuthenticationMethod {
  return { method, timestamp: Math.floor(created_at.getTime() / 1000) };
}
