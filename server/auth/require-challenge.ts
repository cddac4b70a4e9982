import type { FastifyRequest } from "fastify";
import { kindOf } from "../errors/kind-of.ts";
import { TokenError } from "../tokens/tokens.ts";
import type { AuthDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";

interface Challenged {
  readonly gotrue_meta_security?: { readonly captcha_token?: string | null | undefined } | null | undefined;
}

/** A bot gets no further. The words are those that sign-in pages look for. */
export async function requireChallenge(
  { challenge, identify }: Pick<AuthDependencies, "challenge" | "identify">,
  request: FastifyRequest,
  body: Challenged,
): Promise<void> {
  if (challenge.publicSettings.kind === "off") return;
  if (await isService(identify, request)) return;
  const token = body.gotrue_meta_security?.captcha_token?.trim();
  if (!token) throw refusal("captchaMissing");
  const verdict = await challenge.verify(token, request.ip).catch((cause: unknown) => {
    if (kindOf(cause) !== "fault") throw cause;
    throw refusal("captchaUnavailable", { cause });
  });
  if (verdict.passed) return;
  throw refusal("captchaRefused", {
    message: `captcha protection: request disallowed (${verdict.reasons.join(", ")})`,
  });
}

/** Our own programs, which hold the secret key, are no bots. */
async function isService(identify: AuthDependencies["identify"], request: FastifyRequest): Promise<boolean> {
  try {
    return (await identify(request)).role === "service_role";
  } catch (error) {
    if (error instanceof TokenError) return false;
    throw error;
  }
}
