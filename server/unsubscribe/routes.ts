import type { FastifyInstance } from "fastify";
import { describeFailure } from "../errors/describe-failure.ts";
import type { ServiceDatabase } from "../postgres/database.ts";
import type { UnsubscribeLinks } from "./links.ts";
import { PAGE_POLICY, PAGES } from "./pages.ts";

export interface UnsubscribeDependencies {
  readonly database: ServiceDatabase;
  readonly links: UnsubscribeLinks;
}

interface Link {
  readonly Querystring: { readonly token?: unknown };
}

/**
 * /unsubscribe/v1, where a mail's own link leads. Only a POST turns mails off: by the page's button, or by that of a mail
 * program (RFC 8058). Mail servers that open every link to look for harm change nothing.
 */
export function unsubscribeRoutes(app: FastifyInstance, { database, links }: UnsubscribeDependencies): void {
  // The link says it all. What comes with it, in whichever form, is read and forgotten.
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
    request.log.error({ err: error }, "unsubscribing failed");
    // Mail programs retry a POST only when they are told to.
    if (status === 500) return reply.code(503).header("retry-after", "60").send(PAGES.failed);
    return reply.code(status).headers(headers).send(PAGES.failed);
  });

  app.get<Link>("/", async (request, reply) =>
    links.findUser(String(request.query.token)) ? PAGES.question : reply.code(400).send(PAGES.unknown),
  );

  app.post<Link>("/", async (request, reply) => {
    const student = links.findUser(String(request.query.token));
    if (!student) return reply.code(400).send(PAGES.unknown);
    await database.query("select private.turn_off_email($1)", [student]);
    return PAGES.done;
  });
}
