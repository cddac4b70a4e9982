import type { FastifyInstance } from "fastify";
import { describeFailure } from "../errors/describe-failure.ts";
import { Refusal } from "../errors/refusal.ts";
import type { ServiceDatabase } from "../postgres/database.ts";
import { TokenError } from "../tokens/tokens.ts";
import { Live } from "./live.ts";
import { openStream, type StreamDependencies } from "./open-stream.ts";

export interface LiveDependencies extends StreamDependencies {
  readonly database: ServiceDatabase;
}

/** /live/v1, which tells open screens what has changed (docs/decisions/0062-live-busy-times.md). */
export function liveRoutes(app: FastifyInstance, { database, ...dependencies }: LiveDependencies): void {
  const live = new Live(database, app.log);
  app.addHook("onReady", () => live.start());
  app.addHook("preClose", (done) => {
    live.streams.close();
    done();
  });
  app.addHook("onClose", () => live.close());

  app.setErrorHandler(async (error: Error, request, reply) => {
    if (error instanceof TokenError) return reply.code(401).send({ message: "Invalid JWT" });
    const { status, headers, message } = error instanceof Refusal ? error : describeFailure(error);
    if (status >= 500) request.log.error({ err: error }, "a stream could not be opened");
    return reply.code(status).headers(headers).send({ message });
  });

  // Not for HEAD, which has no end either.
  const isStream = { exposeHeadRoute: false, config: { isStream: true } };
  app.get("/busy-times", isStream, openStream(live, dependencies));
}
