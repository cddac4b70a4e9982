import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { mailToken } from "../mail/one-time-token-mail.ts";
import { limitMails, limitRequests } from "../request-limits.ts";
import { requireSignedIn } from "../sessions/signed-in-user.ts";

/** GET /reauthenticate: a code by mail, for whoever is about to change something important. */
export function reauthenticate(parts: AuthDependencies) {
  return async (request: FastifyRequest) => {
    await limitRequests(parts, request, "account request");
    const { user } = await requireSignedIn(parts, request);
    await limitMails(parts, "reauthentication", user.email);
    await parts.database.transaction((query) =>
      mailToken(parts, query, { userId: user.id, kind: "reauthentication", to: user.email }),
    );
    return {};
  };
}
