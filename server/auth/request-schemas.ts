import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { refusal } from "./errors.ts";

/** Clients send null for the fields that they do not use. Unknown fields are ignored. */
export const optionalText = z.string().nullish();
export const optionalData = z.record(z.string(), z.unknown()).nullish();

/** The solved bot challenge. */
export const securityMetadata = z.object({ captcha_token: optionalText }).nullish();

/** A query parameter that is empty or given twice counts as missing. */
export const queryText = z.string().min(1).optional().catch(undefined);

/** Reads every body as JSON, whatever its content type. An empty body is allowed: not every endpoint needs one. */
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

/** Reads the body of an HTML form. A field that is given twice has its last value. */
export function parseFormBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
  );
}

export function parseBody<T>(schema: z.ZodType<T>, request: FastifyRequest): T {
  const result = schema.safeParse(request.body);
  if (!result.success) throw refusal("badJson");
  return result.data;
}

/** Never refuses: each field of the schema is a `queryText`. */
export function parseQuery<T>(schema: z.ZodType<T>, request: FastifyRequest): T {
  return schema.parse(request.query);
}
