import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { describeFailure } from "../../errors/describe-failure.ts";
import { Refusal } from "../../errors/refusal.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { recordUnknownLink } from "../mail/verification.ts";
import { isNetworkUsedUp, limitRequests } from "../request-limits.ts";
import { parseQuery, queryText } from "../request-schemas.ts";
import { describeClient } from "../sessions/client.ts";
import { disputeChange, isNoticeToken } from "./dispute.ts";
import { PAGE_POLICY, PAGES } from "./pages.ts";

const noticeQuery = z.object({ token: queryText });

/** /not-me/v1, the target of the button in notice mails. It needs neither a login nor an API key. */
export function noticeRoutes(app: FastifyInstance, dependencies: AuthDependencies): void {
  // Everything needed is in the link. Bodies of any content type are accepted and ignored.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string", bodyLimit: 4096 }, (_request, _body, done) =>
    done(null),
  );
  app.addHook("onRequest", async (_request, reply) => {
    reply.type("text/html; charset=utf-8").headers({
      "content-security-policy": PAGE_POLICY,
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    });
  });
  app.setErrorHandler(async (error: Error, request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).headers(error.headers).send(PAGES.limited);
    const { kind, status, headers } = describeFailure(error);
    if (kind === "limited") return reply.code(status).headers(headers).send(PAGES.limited);
    if (status < 500) return reply.code(status).headers(headers).send(PAGES.unknown);
    request.log.error({ err: error }, "a notice could not be disputed");
    return reply.code(status).headers(headers).send(PAGES.failed);
  });

  // Mail scanners open every link, so a GET changes nothing.
  app.get("/", async (request, reply) =>
    (await isNoticeToken(dependencies, tokenOf(request))) ? PAGES.question : refuse(request, reply),
  );
  app.post("/", async (request, reply) =>
    (await disputeChange(dependencies, tokenOf(request), describeClient(request)))
      ? PAGES.done
      : refuse(request, reply),
  );

  async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!isNetworkUsedUp(dependencies, request, "verify request"))
      await recordUnknownLink(dependencies.database.query, describeClient(request));
    await limitRequests(dependencies, request, "verify request");
    return reply.code(400).send(PAGES.unknown);
  }
}

const tokenOf = (request: FastifyRequest) => parseQuery(noticeQuery, request).token ?? "";
