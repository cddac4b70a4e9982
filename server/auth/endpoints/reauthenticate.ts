import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { queueOneTimeTokenMail } from "../mail/one-time-token-mail.ts";
import { limitMails, limitRequests } from "../request-limits.ts";
import { requireSignedIn } from "../sessions/signed-in-user.ts";

/** GET /reauthenticate: a code by mail, for whoever is about to change something important. */
export function reauthenticate(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) => {
    await limitRequests(dependencies, request, "account request");
    const { user } = await requireSignedIn(dependencies, request);
    await limitMails(dependencies, "reauthentication", user.email);
    await dependencies.database.transaction((query) =>
      queueOneTimeTokenMail(dependencies, query, {
        userId: user.id,
        kind: "reauthentication",
        to: user.email,
      }),
    );
    return {};
  };
}
