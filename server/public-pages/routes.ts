import type { FastifyInstance, FastifyRequest } from "fastify";
import { describeFailure, type FailureDescription } from "../errors/describe-failure.ts";
import type { StaticFile } from "../pages/static-files.ts";
import type { Query } from "../postgres/database.ts";
import { parseCollegeQuery } from "./college-list-page.ts";
import { cutoffAddress, parseCutoffQuery } from "./cutoff-query.ts";
import type { KeptPage } from "./page-cache.ts";
import { PageShell } from "./page-shell.ts";
import { failurePage } from "./problem-pages.ts";
import { PublicPages } from "./public-pages.ts";
import { CurrentDirectory } from "./rows/current-directory.ts";
import { packPage, sendPage } from "./send-page.ts";

interface PublicPagesRoutesOptions {
  readonly query: Query;
  /** The built page around them. */
  readonly shell: StaticFile;
  readonly siteUrl: string;
}

interface CollegeParams {
  readonly space: string;
  readonly code: string;
  readonly course?: string;
}

interface ListParams {
  readonly list: string;
}

interface EditionParams {
  readonly edition: string;
}

/** /colleges and /cutoffs, which visitors and search engines read without a login and without scripts. */
export function publicPagesRoutes(
  app: FastifyInstance,
  { query, shell: built, siteUrl }: PublicPagesRoutesOptions,
): void {
  const shell = new PageShell(built);
  const current = new CurrentDirectory(query, (error) =>
    app.log.warn({ err: error }, "new closing ranks could not be read"),
  );
  const pages = new PublicPages({ query, current, shell, siteUrl });

  const packedFailures = new Map<string, Promise<KeptPage>>();
  /** Compressed once for each kind: when the queue is too long, many requests fail at the same moment. */
  function packFailure(failure: FailureDescription): Promise<KeptPage> {
    const packed =
      packedFailures.get(failure.kind) ?? packPage(shell.fill(failurePage(failure)), failure.status);
    if (failure.kind !== "refused") packedFailures.set(failure.kind, packed);
    return packed;
  }

  app.addHook("onRequest", async (_request, reply) => {
    reply.header("content-security-policy", shell.policy);
  });
  app.setErrorHandler(async (error: Error, request, reply) => {
    const failure = describeFailure(error);
    // The metrics count the requests that waited too long.
    if (failure.status >= 500 && failure.kind !== "busy")
      request.log.error({ err: error }, "a public page could not be shown");
    return sendPage(request, reply.headers(failure.headers), await packFailure(failure));
  });

  app.get("/colleges", async (request, reply) =>
    sendPage(request, reply, await pages.collegeList(parseCollegeQuery(request.query), request.ip)),
  );
  app.get("/colleges/sitemap.xml", async (request, reply) =>
    sendPage(request, reply, await pages.sitemap(request.ip), "application/xml; charset=utf-8"),
  );
  app.get<{ Params: CollegeParams }>("/colleges/:space/:code", async (request, reply) => {
    const page = await pages.college(collegeAddress(request), request.ip);
    return sendPage(request, reply, page ?? (await pages.notFound()));
  });
  app.get<{ Params: CollegeParams }>("/colleges/:space/:code/:course", async (request, reply) => {
    const page = await pages.course(collegeAddress(request), request.params.course ?? "", request.ip);
    return sendPage(request, reply, page ?? (await pages.notFound()));
  });
  app.get("/cutoffs", async (request, reply) =>
    sendPage(request, reply, await pages.cutoffs(parseCutoffQuery(request.query), request.ip)),
  );
  app.get("/cutoffs/lists", async (request, reply) =>
    sendPage(request, reply, await pages.meritLists(request.ip)),
  );
  app.get<{ Params: ListParams }>("/cutoffs/lists/:list", async (request, reply) => {
    const page = await pages.editions(request.params.list, request.ip);
    return sendPage(request, reply, page ?? (await pages.notFound()));
  });
  app.get<{ Params: EditionParams }>(
    "/cutoffs/lists/:edition(^[1-9][0-9]{0,3}$).csv",
    async (request, reply) => {
      const { edition } = request.params;
      const file = await pages.editionCsv(Number(edition), request.ip);
      if (!file) return sendPage(request, reply, await pages.notFound());
      reply.header("content-disposition", `attachment; filename="maarga-list-${edition}.csv"`);
      return sendPage(request, reply, file, "text/csv; charset=utf-8");
    },
  );
  app.get("/cutoffs.csv", async (request, reply) => {
    const asked = parseCutoffQuery(request.query);
    const file = await pages.csv(asked, request.ip);
    if (!file) return reply.redirect(cutoffAddress(asked), 303);
    reply.header("content-disposition", 'attachment; filename="maarga-cutoffs.csv"');
    return sendPage(request, reply, file, "text/csv; charset=utf-8");
  });
}

const collegeAddress = ({ params }: FastifyRequest<{ Params: CollegeParams }>): string =>
  `/colleges/${params.space}/${params.code}`;
