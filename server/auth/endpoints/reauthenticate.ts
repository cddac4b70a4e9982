import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { queueOneTimeTokenMail } from "../mail/one-time-token-mail.ts";
import { limitMails, limitSession } from "../request-limits.ts";
import { requireSignedIn } from "../sessions/signed-in-user.ts";

/** GET /reauthenticate, for the signed-in user: mails a code that confirms a change of the password. */
export function reauthenticate(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) => {
    const { user, sessionId } = await requireSignedIn(dependencies, request);
    await limitSession(dependencies, request, "account request", sessionId);
    await limitMails(dependencies, "reauthentication", user.email);
    const mail = { userId: user.id, kind: "reauthentication", to: user.email } as const;
    await dependencies.database.transaction((query) => queueOneTimeTokenMail(dependencies, query, mail));
    return {};
  };
}
