import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { requestAccountMail } from "../mail/account-mail-request.ts";
import { optionalText, parseBody } from "../request-schemas.ts";

const resendBody = z.object({ type: optionalText });

/** POST /resend: the mail of a sign-up or of a change of address, once more. */
export function resend(dependencies: AuthDependencies) {
  return (request: FastifyRequest) => {
    switch (parseBody(resendBody, request).type) {
      case "signup":
        return requestAccountMail(dependencies, request, "signup");
      case "email_change":
        return requestAccountMail(dependencies, request, "email_change");
      case "sms":
      case "phone_change":
        throw refusal("phoneOff");
      default:
        throw refusal("resendType");
    }
  };
}
