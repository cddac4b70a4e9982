import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IdentifyCaller } from "../gateway/identify-caller.ts";
import type { ApiDatabase, ApiRole, Caller } from "../postgres/database.ts";
import type { Catalog } from "./catalog.ts";
import { identifyCaller } from "./identify.ts";
import { type Incoming, parseRequest } from "./parse/parse.ts";
import { refuseMethod } from "./parse/target.ts";
import { planRequest } from "./plan/plan.ts";
import type { Answer } from "./render/answer.ts";
import { describeError, renderError } from "./render/failure.ts";
import { render } from "./render/render.ts";
import { Runner } from "./run.ts";

export interface RestParts {
  readonly database: Pick<ApiDatabase, "asCaller">;
  readonly identify: IdentifyCaller;
  readonly catalog: Catalog | (() => Catalog);
}

/** Tables, views and functions of the schema `public`, as PostgREST serves them: identify, parse, plan, run, render. */
export function restRoutes(app: FastifyInstance, parts: RestParts): void {
  const runner = new Runner(parts.database);
  const catalog = () => (typeof parts.catalog === "function" ? parts.catalog() : parts.catalog);

  async function answer(request: FastifyRequest): Promise<Answer> {
    let caller: Caller | undefined;
    try {
      caller = await identifyCaller(request, parts.identify);
      const asked = parseRequest(readIncoming(request));
      const plan = planRequest(asked, catalog());
      return render(asked, plan, await runner.run(caller, plan));
    } catch (error) {
      return renderFailure(error, caller?.role, request);
    }
  }

  // Bodies stay text, whatever they are called: PostgreSQL reads the JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error: Error, request, reply) =>
    send(reply, renderFailure(error, undefined, request)),
  );
  app.setNotFoundHandler((request) => refuseMethod(request.method, false));
  app.route({
    method: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    url: "/*",
    handler: async (request, reply) => send(reply, await answer(request)),
  });
}

function readIncoming(request: FastifyRequest): Incoming {
  const { url = "" } = request.raw;
  const mark = url.indexOf("?");
  return {
    method: request.method,
    path: (request.params as { "*": string })["*"],
    query: mark === -1 ? "" : url.slice(mark + 1),
    headers: request.headers,
    body: typeof request.body === "string" ? request.body : "",
  };
}

function renderFailure(error: unknown, role: ApiRole | undefined, request: FastifyRequest): Answer {
  const shown = describeError(error, role);
  if (shown.status >= 500) request.log.error({ err: error }, "a table request failed");
  return renderError(shown);
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.code(status).headers(headers);
  return body === "" ? reply.send() : reply.send(body);
}
