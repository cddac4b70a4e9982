import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IdentifyCaller } from "../gateway/identify-caller.ts";
import type { ApiDatabase, Caller } from "../postgres/database.ts";
import type { Catalog } from "./catalog.ts";
import { RestError } from "./errors.ts";
import { identifyCaller } from "./identify.ts";
import { type Incoming, parseRequest } from "./parse/parse.ts";
import { refuseMethod } from "./parse/target.ts";
import { planRequest } from "./plan/plan.ts";
import type { Answer } from "./render/answer.ts";
import { asRestError, renderFailure } from "./render/failure.ts";
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
      return refuse(asRestError(error, caller?.role), request);
    }
  }

  // Bodies stay text, whatever they are called: PostgreSQL reads the JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error: FastifyError, request, reply) =>
    send(reply, refuse(asRestError(frameworkRefusal(error) ?? error, undefined), request)),
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

function refuse(refusal: RestError, request: FastifyRequest): Answer {
  if (refusal.status >= 500) request.log.error({ err: refusal.cause ?? refusal }, "a table request failed");
  return renderFailure(refusal);
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.code(status).headers(headers);
  return body === "" ? reply.send() : reply.send(body);
}

/** What the framework refuses before a request gets as far as here. */
function frameworkRefusal({ statusCode = 500 }: FastifyError): RestError | undefined {
  if (statusCode === 413) return new RestError(413, "PGRST102", "The body is too large");
  if (statusCode === 415) return new RestError(400, "PGRST102", "Content-Type not acceptable");
  if (statusCode >= 400 && statusCode < 500)
    return new RestError(statusCode, "PGRST102", "Empty or invalid json");
  return undefined;
}
