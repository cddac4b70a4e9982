import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { type AccountMailKind, accountMailBody, requestAccountMail } from "../mail/account-mail-request.ts";
import { optionalText, parseBody } from "../request-schemas.ts";

const resendBody = z.object({ type: optionalText });

/**
 * POST /resend, open to everyone who passes the bot challenge: mails the confirmation of a sign-up or of an e-mail change
 * again.
 */
export function resend(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) => {
    const kind = requireKind(parseBody(resendBody, request).type);
    return requestAccountMail(dependencies, request, parseBody(accountMailBody, request), kind);
  };
}

function requireKind(type: string | null | undefined): AccountMailKind {
  switch (type) {
    case "signup":
    case "email_change":
      return type;
    case "sms":
    case "phone_change":
      throw refusal("phoneOff");
    default:
      throw refusal("resendType");
  }
}
