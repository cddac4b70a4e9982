import type { FastifyInstance } from "fastify";
import { describeFailure } from "../errors/describe-failure.ts";
import type { UnsubscribeDependencies } from "./dependencies.ts";
import { PAGE_POLICY, PAGES } from "./pages.ts";
import { showQuestion } from "./show-question.ts";
import { turnOffEmail } from "./turn-off-email.ts";

export type { UnsubscribeDependencies } from "./dependencies.ts";

/** /unsubscribe/v1, the target of the links in campaign mails. */
export function unsubscribeRoutes(app: FastifyInstance, dependencies: UnsubscribeDependencies): void {
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
    const { kind, status, headers } = describeFailure(error);
    if (kind === "invalid" || kind === "tooLarge") return reply.code(status).send(PAGES.unknown);
    if (kind === "limited") return reply.code(status).headers(headers).send(PAGES.limited);
    request.log.error({ err: error }, "unsubscribing failed");
    // Mail programs retry a POST only when they are told to.
    if (status === 500) return reply.code(503).header("retry-after", "60").send(PAGES.failed);
    return reply.code(status).headers(headers).send(PAGES.failed);
  });

  // For everyone who has the link. Mail scanners open every link, so a GET changes nothing.
  app.get("/", showQuestion(dependencies));
  app.post("/", turnOffEmail(dependencies));
}
