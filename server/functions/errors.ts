import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describeFailure } from "../errors/describe-failure.ts";
import type { FailureKind } from "../errors/failure.ts";
import { Refusal } from "../errors/refusal.ts";
import { TokenError } from "../tokens/tokens.ts";

/** A refusal by a function itself. Its text is shown to the person who called it; screens that act on it read the code. */
export function refusal(status: number, message: string, code = ""): Refusal {
  return new Refusal(status, message, { code });
}

/** A refusal before any function runs, in the shape that the official client's platform uses. */
export function platformRefusal(
  code: number | string,
  message: string,
  headers: Refusal["headers"] = {},
): Refusal {
  return new Refusal(typeof code === "number" ? code : 404, message, { fields: { code }, headers });
}

/** This service's own texts; otherwise the catalogue's are sent. */
const FAILURE_TEXTS: Partial<Record<FailureKind, string>> = {
  tooLarge: "The message and its attachments are too large.",
};

export function handleErrors(app: FastifyInstance): void {
  app.setNotFoundHandler(async (_request, reply) =>
    render(reply, platformRefusal("NOT_FOUND", "Requested function was not found")),
  );
  app.setErrorHandler(async (error: Error, request, reply) => {
    if (error instanceof Refusal) return render(reply, error);
    if (error instanceof TokenError) return render(reply, platformRefusal(401, "Invalid JWT"));
    const { kind, status, headers, message } = describeFailure(error);
    if (kind === "sessionEnded" || kind === "secondStepMissing")
      return render(reply, platformRefusal(status, message, headers));
    return reply
      .code(status)
      .headers(headers)
      .send({ error: textOfError(error, request) });
  });
}

/** Returns the text for the caller. Anything but a refusal by a function is logged. */
export function textOfError(error: Error, request: FastifyRequest): string {
  if (error instanceof Refusal) return error.message;
  const { kind, status, message } = describeFailure(error);
  if (status >= 500) request.log.error({ err: error }, "a function failed");
  else if (status !== 429) request.log.warn({ err: error }, "a function was refused");
  return FAILURE_TEXTS[kind] ?? message;
}

function render(reply: FastifyReply, { status, message, code, fields, headers }: Refusal): FastifyReply {
  reply.code(status).headers(headers);
  if ("code" in fields) return reply.send({ code: fields.code, message });
  return reply.send({ error: message, ...(code !== "" && { code }) });
}
