import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** Logs lines of JSON to standard output, without personal data or secrets. */
export function createLogger(level: Config["LOG_LEVEL"]): Logger {
  return pino({
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { pid: process.pid },
    serializers: {
      // Query strings and headers may contain addresses and tokens.
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split("?", 1)[0],
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: describeError,
    },
  });
}

/** PostgreSQL's message, DETAIL and WHERE may contain values of rows, so only the code and the stack are logged. */
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
