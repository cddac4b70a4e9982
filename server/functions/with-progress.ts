import { PassThrough } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { textOfError } from "./errors.ts";

/** A step of the work, and the part of it that is done. */
export interface StepProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

const EVENTS = "text/event-stream";
const HEADERS = {
  "content-type": `${EVENTS}; charset=utf-8`,
  // Proxies must neither collect nor compress what has to arrive at once.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/**
 * Runs work of seconds, and sends how far it is to a client that asks for events: one for each whole percent of a step,
 * and one with the result or the problem. Work that ends before its first report is answered like any other call.
 */
export function withProgress<Result extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (report: (progress: StepProgress) => void) => Promise<Result>,
): Promise<Result | FastifyReply> {
  if (request.headers.accept !== EVENTS) return run(() => undefined);
  return new Promise((resolve, reject) => {
    let stream: PassThrough | undefined;
    let reported = "";
    const send = (event: object) => {
      // The work goes on when its client has gone.
      if (!stream?.destroyed) stream?.write(`data:${JSON.stringify(event)}\n\n`);
    };
    const report = (progress: StepProgress) => {
      const { step, done, total } = progress;
      const percent = `${step} ${Math.floor((done * 100) / total)}`;
      if (percent === reported) return;
      reported = percent;
      if (!stream) {
        stream = new PassThrough();
        resolve(reply.headers(HEADERS).send(stream));
      }
      send({ progress });
    };
    const end = (event: object) => {
      send(event);
      stream?.end();
    };
    run(report).then(
      (result) => (stream ? end({ result }) : resolve(result)),
      (error: Error) => (stream ? end({ error: textOfError(error, request) }) : reject(error)),
    );
  });
}
