import type { FastifyError, FastifyInstance } from "fastify";
import { PasswordQueueFull } from "../passwords/hashing.ts";
import { DatabaseUnavailable } from "../postgres/database.ts";
import { TokenError } from "../tokens/tokens.ts";

/** A refusal by a function itself: `{error}` in words for the person who called it. */
export class FunctionRefused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A refusal before any function runs, in the shape that the official client's platform has for it. */
export class NotCalled extends Error {
  readonly body: { readonly code: number | string; readonly message: string };

  constructor(code: number | string, message: string) {
    super(message);
    this.body = { code, message };
  }
}

export function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler(async (_request, reply) =>
    reply.code(404).send(new NotCalled("NOT_FOUND", "Requested function was not found").body),
  );
  app.setErrorHandler(async (error: Error, request, reply) => {
    if (error instanceof NotCalled) return reply.code(401).send(error.body);
    if (error instanceof TokenError) return reply.code(401).send(new NotCalled(401, "Invalid JWT").body);
    if (error instanceof FunctionRefused) return reply.code(error.status).send({ error: error.message });
    const { statusCode = 500 } = error as FastifyError;
    if (statusCode === 413)
      return reply.code(413).send({ error: "The message and its attachments are too large." });
    if (statusCode < 500) return reply.code(400).send({ error: "The request could not be read." });
    request.log.error({ err: error }, "a function failed");
    if (error instanceof DatabaseUnavailable || error instanceof PasswordQueueFull)
      return reply
        .code(503)
        .header("retry-after", "1")
        .send({ error: "The service is busy. Please try again in a moment." });
    return reply.code(500).send({ error: "An unexpected error occurred." });
  });
}
