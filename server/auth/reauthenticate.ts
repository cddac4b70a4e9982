import type { FastifyRequest } from "fastify";
import { mailToken } from "./account-mails.ts";
import type { AuthParts } from "./parts.ts";
import { limitMails, limitRequests } from "./request-limits.ts";
import { requireSignedIn } from "./signed-in.ts";

/** GET /reauthenticate: a code by mail, for whoever is about to change something important. */
export function reauthenticate(parts: AuthParts) {
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
