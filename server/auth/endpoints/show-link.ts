import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Refusal } from "../../errors/refusal.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { type LinkPage, linkPagePolicy, renderLinkPage } from "../mail/link-page.ts";
import { hashLinkToken } from "../mail/one-time-tokens.ts";
import { chooseRedirectTarget } from "../mail/redirects.ts";
import { findValidLink, recordUnknownLink, requirePurpose } from "../mail/verification.ts";
import { isNetworkUsedUp, limitFailures } from "../request-limits.ts";
import { parseQuery, queryText } from "../request-schemas.ts";
import { describeClient } from "../sessions/client.ts";

const verifyQuery = z.object({ type: queryText, token: queryText });

/**
 * GET /verify, for everyone who holds a mailed link: shows a page whose button uses the link. A link that does not work
 * leads to the app, which finds the reason in the fragment of its address.
 */
export function showLink(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { type, token } = parseQuery(verifyQuery, request);
    if (!type) throw refusal("verifyTypeMissing");
    if (!token) throw refusal("verifyLinkTokenMissing");
    const target = chooseRedirectTarget(request, dependencies.config);
    try {
      const page = await findLinkPage(dependencies, request, { type, token, target });
      return sendLinkPage(reply, page);
    } catch (error) {
      return reply.redirect(`${target}#${describeRefusal(error)}`, 303);
    }
  };
}

/** A link that does not work is recorded: somebody else may have used it. */
export function findLinkPage(
  dependencies: AuthDependencies,
  request: FastifyRequest,
  { type, token, target }: Pick<LinkPage, "type" | "token" | "target">,
): Promise<LinkPage> {
  const { database, internalKeys, config } = dependencies;
  return limitFailures(dependencies, request, "verify request", async () => {
    const hashes = hashLinkToken(internalKeys, token);
    const link = await findValidLink(database.query, requirePurpose(type), hashes);
    if (!link) {
      if (!isNetworkUsedUp(dependencies, request, "verify request"))
        await recordUnknownLink(database.query, describeClient(request));
      throw refusal("linkExpired");
    }
    const isOwnTarget = new URL(target).origin === new URL(config.SITE_URL).origin;
    return { link, type, token, target, isOwnTarget };
  });
}

export function sendLinkPage(reply: FastifyReply, page: LinkPage): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .headers({ "content-security-policy": linkPagePolicy(page.target), "x-robots-tag": "noindex" })
    .send(renderLinkPage(page));
}

/**
 * Renders a refusal as a fragment, in the terms of OAuth. A fault or a limit is thrown again: the link still works
 * later.
 */
export function describeRefusal(error: unknown): string {
  if (!(error instanceof Refusal) || error.status >= 500 || error.status === 429) throw error;
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
