import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { toWideNetwork } from "../../limits/network.ts";
import { hashPassword } from "../../passwords/hashing.ts";
import { withConstantTime } from "../constant-time.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { requireEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { codeChallengeFields, readCodeChallenge } from "../mail/code-challenge.ts";
import { chooseRedirectTarget } from "../mail/redirects.ts";
import { requireStrongPassword } from "../password-rules.ts";
import { limitMails, limitRequests } from "../request-limits.ts";
import { optionalData, optionalText, parseBody, securityMetadata } from "../request-schemas.ts";
import { requireChallenge } from "../require-challenge.ts";
import { renderSignUp } from "../sign-ups/render-sign-up.ts";
import { queueSignUpMail } from "../sign-ups/sign-up-mail.ts";
import { refuseInvalidMetadata, serializeMetadata } from "../user-metadata.ts";

const signUpBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalData,
  gotrue_meta_security: securityMetadata,
  ...codeChallengeFields,
});

/**
 * POST /signup, open to everyone who passes the bot challenge: mails a link and a code that prove the mailbox. There is no
 * account before that. The response is the same for an address that already has one.
 */
export function signUp(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) => {
    const body = parseBody(signUpBody, request);
    await requireChallenge(dependencies, request, body);
    await limitRequests(dependencies, request, "account request");
    if (!body.email) throw refusal(body.phone ? "phoneSignUpOff" : "anonymousOff");
    if (!body.password) throw refusal("passwordMissing");
    const email = requireEmail(body.email);
    const { password } = body;
    const data = body.data ?? {};
    const names = Object.values(data).filter((value) => typeof value === "string");
    requireStrongPassword(password, { email, names });
    const metadataJson = serializeMetadata(data);
    const codeChallenge = readCodeChallenge(body, dependencies.config);
    return withConstantTime(async () => {
      const passwordHash = await hashPassword(password, toWideNetwork(request.ip));
      await limitMails(dependencies, "signup", email);
      const redirectTo = chooseRedirectTarget(request, dependencies.config);
      const newSignUp = { email, passwordHash, metadataJson, codeChallenge };
      const signUp = await dependencies.database.transaction((query) =>
        refuseInvalidMetadata(queueSignUpMail(dependencies, query, newSignUp, redirectTo)),
      );
      return renderSignUp(signUp);
    });
  };
}
