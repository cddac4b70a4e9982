import type { FastifyInstance } from "fastify";
import { describeFailure } from "./describe-failure.ts";
import { Refusal } from "./refusal.ts";

/** Handles errors of routes outside the services, such as /metrics. Fastify's own handler sends any message. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { status, headers, message } = error instanceof Refusal ? error : describeFailure(error);
    if (status >= 500) request.log.error({ err: error }, "a request failed");
    return reply.code(status).headers(headers).send({ error: message });
  });
}
