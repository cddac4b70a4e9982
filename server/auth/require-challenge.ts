import type { FastifyRequest } from "fastify";
import { kindOf } from "../errors/kind-of.ts";
import { TokenError } from "../tokens/tokens.ts";
import type { AuthDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";

interface ChallengedBody {
  readonly gotrue_meta_security?: { readonly captcha_token?: string | null | undefined } | null | undefined;
}

/** Refuses a request without a solved bot challenge. Sign-in pages look for the texts of these refusals. */
export async function requireChallenge(
  { challenge, identify }: Pick<AuthDependencies, "challenge" | "identify">,
  request: FastifyRequest,
  body: ChallengedBody,
  level = 0,
): Promise<void> {
  if (challenge.publicSettings.kind === "off") return;
  if (await isService(identify, request)) return;
  const token = body.gotrue_meta_security?.captcha_token?.trim();
  if (!token) throw refusal("captchaMissing");
  const result = await challenge.verify(token, request.ip, level).catch((cause: unknown) => {
    if (kindOf(cause) !== "fault") throw cause;
    throw refusal("captchaUnavailable", { cause });
  });
  if (result.passed) return;
  throw refusal("captchaRefused", {
    message: `captcha protection: request disallowed (${result.reasons.join(", ")})`,
  });
}

/** Our own programs hold the secret key and skip the challenge. */
async function isService(identify: AuthDependencies["identify"], request: FastifyRequest): Promise<boolean> {
  try {
    return (await identify(request)).role === "service_role";
  } catch (error) {
    if (error instanceof TokenError) return false;
    throw error;
  }
}
