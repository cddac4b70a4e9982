import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Refusal } from "../../errors/refusal.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { type LinkPage, linkPagePolicy, renderLinkPage } from "../mail/link-page.ts";
import { hashLinkToken } from "../mail/one-time-tokens.ts";
import { chooseRedirectTarget } from "../mail/redirects.ts";
import { findValidLink, requirePurpose } from "../mail/verification.ts";
import { limitRequests } from "../request-limits.ts";
import { parseQuery, queryText } from "../request-schemas.ts";

const verifyQuery = z.object({ type: queryText, token: queryText });

/**
 * GET /verify, for everyone who holds a mailed link: shows a page whose button uses the link. A link that does not work
 * leads to the app, which finds the reason in the fragment of its address.
 */
export function showLink(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await limitRequests(dependencies, request, "verify request");
    const { type, token } = parseQuery(verifyQuery, request);
    if (!type) throw refusal("verifyTypeMissing");
    if (!token) throw refusal("verifyLinkTokenMissing");
    const target = chooseRedirectTarget(request, dependencies.config);
    try {
      const page = await findLinkPage(dependencies, { type, token, target });
      return sendLinkPage(reply, page);
    } catch (error) {
      return reply.redirect(`${target}#${describeRefusal(error)}`, 303);
    }
  };
}

export async function findLinkPage(
  { database, internalKeys, config }: Pick<AuthDependencies, "database" | "internalKeys" | "config">,
  { type, token, target }: Pick<LinkPage, "type" | "token" | "target">,
): Promise<LinkPage> {
  const link = await findValidLink(database.query, requirePurpose(type), hashLinkToken(internalKeys, token));
  if (!link) throw refusal("linkExpired");
  return {
    link,
    type,
    token,
    target,
    isOwnTarget: new URL(target).origin === new URL(config.SITE_URL).origin,
  };
}

export function sendLinkPage(reply: FastifyReply, page: LinkPage): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .headers({ "content-security-policy": linkPagePolicy(page.target), "x-robots-tag": "noindex" })
    .send(renderLinkPage(page));
}

/** Renders a refusal as a fragment, in the terms of OAuth. A fault is thrown again: the link still works later. */
export function describeRefusal(error: unknown): string {
  if (!(error instanceof Refusal) || error.status >= 500) throw error;
  return sortedFragment({
    error: error.status === 403 ? "access_denied" : "invalid_request",
    error_code: error.code,
    error_description: error.message,
  });
}

export function sortedFragment(values: Record<string, string>): string {
  const sorted = new URLSearchParams({ ...values, sb: "" });
  sorted.sort();
  return sorted.toString();
}
