import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IdentifyCaller } from "../gateway/identify-caller.ts";
import type { ApiDatabase, ApiRole, Caller } from "../postgres/database.ts";
import { findAttempt } from "./attempt.ts";
import type { Catalog } from "./catalog.ts";
import { identifyCaller } from "./identify.ts";
import type { IncomingRequest } from "./parse/parse.ts";
import { refuseMethod } from "./parse/target.ts";
import { Planner } from "./planner.ts";
import { describeError, renderError } from "./render/failure.ts";
import { render } from "./render/render.ts";
import type { RestResponse } from "./render/response.ts";
import { MAX_BODY_BYTES } from "./request-limits.ts";
import { requireRightToCall } from "./require-right-to-call.ts";
import { Runner } from "./run.ts";

export interface RestDependencies {
  readonly database: Pick<ApiDatabase, "asCaller" | "transactionAsCaller">;
  readonly identify: IdentifyCaller;
  readonly catalog: Catalog | (() => Catalog);
}

/** Serves the tables, views and functions of the schema `public` like PostgREST: identify, parse, plan, run, render. */
export function restRoutes(app: FastifyInstance, dependencies: RestDependencies): void {
  const runner = new Runner(dependencies.database);
  const planner = new Planner();
  const catalog = () =>
    typeof dependencies.catalog === "function" ? dependencies.catalog() : dependencies.catalog;

  async function handle(request: FastifyRequest): Promise<RestResponse> {
    let caller: Caller | undefined;
    try {
      caller = await identifyCaller(request, dependencies.identify);
      const incoming = toIncomingRequest(request);
      const right = requireRightToCall(incoming.path, caller, catalog(), runner);
      if (right) await right;
      const attempt = findAttempt(incoming, caller);
      const { request: parsed, plan } = planner.plan(incoming, caller.role, catalog());
      return render(parsed, plan, await runner.run(caller, plan, attempt));
    } catch (error) {
      return renderFailure(error, caller?.role, request);
    }
  }

  // Bodies of every type stay text, because PostgreSQL parses the JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error: Error, request, reply) =>
    send(reply, renderFailure(error, undefined, request)),
  );
  app.setNotFoundHandler((request) => refuseMethod(request.method, false));
  app.route({
    method: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    url: "/*",
    bodyLimit: MAX_BODY_BYTES,
    handler: async (request, reply) => send(reply, await handle(request)),
  });
}

function toIncomingRequest(request: FastifyRequest): IncomingRequest {
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

function renderFailure(error: unknown, role: ApiRole | undefined, request: FastifyRequest): RestResponse {
  const shown = describeError(error, role);
  if (shown.status >= 500) request.log.error({ err: error }, "a table request failed");
  return renderError(shown);
}

function send(reply: FastifyReply, { status, headers, body }: RestResponse): FastifyReply {
  reply.code(status).headers(headers);
  return body === "" ? reply.send() : reply.send(body);
}
