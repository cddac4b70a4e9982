import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { refusal } from "./errors.ts";

/** Clients send null for what they do not use; unknown keys are left aside. */
export const optionalText = z.string().nullish();
export const optionalData = z.record(z.string(), z.unknown()).nullish();

/** What every call that a bot could abuse carries: the solved challenge. */
export const securityMeta = z.object({ captcha_token: optionalText }).nullish();

/** Whatever the content type says, a body is JSON; none at all is fine where none is needed. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, text, done) => {
    if (text === "") return done(null, undefined);
    try {
      done(null, JSON.parse(text as string));
    } catch {
      done(refusal("badJson"));
    }
  });
}

export function parseBody<T>(schema: z.ZodType<T>, request: FastifyRequest): T {
  const result = schema.safeParse(request.body);
  if (!result.success) throw refusal("badJson");
  return result.data;
}

/** One value of the query string; a name given twice counts as not given. */
export function queryValue(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
