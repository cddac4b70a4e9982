import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Refusal } from "../../errors/refusal.ts";
import { plainPagePolicy } from "../../html/plain-page.ts";
import { toWideNetwork } from "../../limits/network.ts";
import { hashPassword } from "../../passwords/hashing.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { codeChallengeFields, readCodeChallenge } from "../mail/code-challenge.ts";
import {
  authCodeOf,
  isEmailChange,
  isForeignRequest,
  type LinkPage,
  needsPassword,
  renderChangePage,
} from "../mail/link-page.ts";
import { issueOneTimeToken } from "../mail/one-time-tokens.ts";
import { chooseRedirectTarget } from "../mail/redirects.ts";
import { OTHER_ADDRESS_PENDING, requirePurpose, startSession, verifyLink } from "../mail/verification.ts";
import { requireStrongPassword } from "../password-rules.ts";
import { optionalText, parseBody } from "../request-schemas.ts";
import { describeClient } from "../sessions/client.ts";
import { createSessionResponse } from "../sessions/session-response.ts";
import { describeRefusal, findLinkPage, sendLinkPage, sortedFragment } from "./show-link.ts";

const pressBody = z.object({
  type: optionalText,
  token: optionalText,
  password: optionalText,
  ...codeChallengeFields,
});
type PressBody = z.infer<typeof pressBody>;

interface PressContext {
  readonly dependencies: AuthDependencies;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface NewCredentials {
  readonly passwordHash: string | null;
}

/** An address to go on to, or a page to show. */
type Outcome = { readonly location: string } | { readonly html: string };

/**
 * POST /verify-link, the form of the page behind a mailed link. Its script asks for JSON and stays on the page if the
 * form is refused; without the script, the response is a redirect or the page again.
 */
export function pressLink(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const body = parseBody(pressBody, request);
    const { type, token } = body;
    if (!type) throw refusal("verifyTypeMissing");
    if (!token) throw refusal("verifyLinkTokenMissing");
    const target = chooseRedirectTarget(request, dependencies.config);
    const wantsJson = request.headers.accept?.includes("application/json") ?? false;
    try {
      const page = await findLinkPage(dependencies, request, { type, token, target });
      const credentials = await readCredentials(request, page, body);
      if (credentials instanceof Refusal) return sendProblem(reply, page, credentials, wantsJson);
      const outcome = await press({ dependencies, request, reply }, page, body, credentials);
      if ("html" in outcome) return sendHtml(reply, outcome.html);
      return wantsJson ? outcome : reply.redirect(outcome.location, 303);
    } catch (error) {
      const location = `${target}#${describeRefusal(error)}`;
      return wantsJson ? { location } : reply.redirect(location, 303);
    }
  };
}

/** Returns the refusal of a password, which can be typed again. Any other refusal is about the link. */
async function readCredentials(
  request: FastifyRequest,
  page: LinkPage,
  { password }: PressBody,
): Promise<NewCredentials | Refusal> {
  if (!needsPassword(page)) return { passwordHash: null };
  try {
    requireStrongPassword(password ?? "", { email: page.link.sentTo });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return { passwordHash: await hashPassword(password ?? "", toWideNetwork(request.ip)) };
}

function sendProblem(
  reply: FastifyReply,
  page: LinkPage,
  problem: Refusal,
  wantsJson: boolean,
): FastifyReply {
  reply.code(problem.status);
  return wantsJson
    ? reply.send({ problem: problem.message })
    : sendLinkPage(reply, { ...page, problem: problem.message });
}

async function press(
  context: PressContext,
  page: LinkPage,
  body: PressBody,
  credentials: NewCredentials,
): Promise<Outcome> {
  const { link, type, target, isOwnTarget } = page;
  // The app on the other site exchanges the code, which uses the link.
  if (isForeignRequest(page)) return { location: withCode(target, authCodeOf(link)) };
  const client = describeClient(context.request);
  const verification = { purpose: requirePurpose(type), linkHashes: [link.linkHash], credentials, client };
  const codeChallenge = readCodeChallenge(body, context.dependencies.config) ?? link.codeChallenge;
  if (codeChallenge === null) return startImplicitSession(context, page, verification);

  const { dependencies } = context;
  const isSessionless = isEmailChange(link) && isOwnTarget;
  const location = await verifyLink(dependencies, verification, async (query, { id, email }) => {
    if (isSessionless) return target;
    const token = { user_id: id, kind: "auth_code", sentTo: email, codeChallenge } as const;
    const { linkHash } = await issueOneTimeToken(query, dependencies.internalKeys, token);
    return withCode(target, authCodeOf({ linkHash }));
  });
  if (!location) throw refusal("linkExpired");
  if (isSessionless)
    return { html: renderChangePage(location === "other address pending" ? "otherPending" : "changed") };
  return { location: location === "other address pending" ? pendingLocation(target) : location };
}

/** Passes the session on in the fragment of the address, for clients without the PKCE flow. */
async function startImplicitSession(
  { dependencies, reply }: PressContext,
  { type, target }: LinkPage,
  verification: Parameters<typeof verifyLink>[1],
): Promise<Outcome> {
  const verified = await verifyLink(
    dependencies,
    verification,
    startSession(dependencies, verification.client),
  );
  if (!verified) throw refusal("linkExpired");
  if (verified === "other address pending") return { location: pendingLocation(target) };
  const session = await createSessionResponse(dependencies, reply, verified.session, verified.user);
  const { access_token, expires_at, expires_in, refresh_token, token_type } = session;
  const fragment = sortedFragment({
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    token_type,
    type,
  });
  return { location: `${target}#${fragment}` };
}

function withCode(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set("code", code);
  return url.href;
}

function pendingLocation(target: string): string {
  return `${target}#${sortedFragment({ message: OTHER_ADDRESS_PENDING })}`;
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", plainPagePolicy())
    .send(html);
}
