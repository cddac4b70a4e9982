import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import pg from "pg";
import { DatabaseUnavailable } from "../postgres/database.ts";
import { type Refusal, StorageError } from "./storage-error.ts";

/** PostgreSQL's words hold rows and names of tables: only the code decides what is said. */
const BY_SQLSTATE: Readonly<Record<string, Refusal>> = {
  "42501": "refusedByRule",
  "23505": "taken",
  "23514": "badKey",
  "22021": "badKey",
  "57014": "databaseSlow",
  "53300": "databaseFull",
};

const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

export function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const message = `Route ${request.method}:${request.url.split("?", 1)[0]} not found`;
    return reply.code(404).send({ statusCode: "404", error: "Not Found", message });
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (isOfFramework(error)) {
      // A body that is not JSON, for example: here the status on the wire is the true one.
      const { statusCode = 400, name, message } = error;
      return reply
        .code(statusCode)
        .send({ statusCode: String(statusCode), error: name, message, code: "InvalidRequest" });
    }
    const refusal = asStorageError(error, request);
    log(request, refusal, error);
    return answer(reply, refusal);
  });
}

function answer(reply: FastifyReply, error: StorageError): FastifyReply {
  if (error.httpStatus === 429) reply.header("retry-after", "1");
  return reply.code(error.httpStatus).header("cache-control", "no-store").send(error.body);
}

function log(request: FastifyRequest, refusal: StorageError, cause: Error): void {
  if (refusal.httpStatus >= 500) request.log.error({ err: cause }, "a storage request failed");
  else request.log.debug({ refusal: refusal.refusal }, "a storage request was refused");
}

function isOfFramework(error: FastifyError): boolean {
  return !(error instanceof StorageError) && error.statusCode !== undefined && error.statusCode < 500;
}

function asStorageError(error: Error, request: FastifyRequest): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof DatabaseUnavailable) return new StorageError("databaseFull", { cause: error });
  const { code = "" } = error as { code?: string };
  if (NO_ROOM.has(code)) return new StorageError("storeFull", { cause: error });
  if (!(error instanceof pg.DatabaseError)) return new StorageError("fault", { cause: error });
  const refusal = BY_SQLSTATE[code] ?? (code.startsWith("22") ? "badRequest" : "fault");
  return new StorageError(refusal, {
    cause: error,
    ...(refusal === "badKey" && { message: badKey(request) }),
  });
}

function badKey({ params }: FastifyRequest): string {
  const { "*": key = "" } = params as { "*"?: string };
  return `Invalid key: ${key.slice(0, 200)}`;
}
