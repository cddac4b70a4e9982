import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** Lines of JSON on standard output. What could name a person or open a door is never handed to it. */
export function createLogger(level: Config["LOG_LEVEL"]): Logger {
  return pino({
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { pid: process.pid },
    serializers: {
      // No query string and no headers: addresses and tokens travel in them.
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split("?", 1)[0],
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: describeError,
    },
  });
}

/** PostgreSQL's DETAIL and WHERE hold rows, its message may quote a value: the code and place are what helps. */
function describeError(error: Error & { code?: unknown; severity?: unknown; constraint?: unknown }): object {
  const fromDatabase = error.severity !== undefined;
  return {
    type: error.name,
    message: fromDatabase ? undefined : error.message,
    code: error.code,
    constraint: error.constraint,
    stack: fromDatabase ? withoutMessage(error.stack) : error.stack,
    cause: error.cause instanceof Error ? describeError(error.cause) : undefined,
  };
}

function withoutMessage(stack: string | undefined): string | undefined {
  return stack?.slice(Math.max(0, stack.indexOf("\n    at ")));
}
