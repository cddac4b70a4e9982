import type {
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  RouteHandlerMethod,
  RouteShorthandOptionsWithHandler,
} from "fastify";
import type { z } from "zod";

interface RequestSchema {
  readonly headers?: z.ZodType;
  readonly params?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly body?: z.ZodType;
}

type Parsed<Schema, Part extends keyof RequestSchema> =
  Schema extends Record<Part, infer Type extends z.ZodType> ? z.output<Type> : unknown;

export type EndpointRequest<Schema extends RequestSchema> = FastifyRequest<{
  Params: Parsed<Schema, "params">;
  Querystring: Parsed<Schema, "querystring">;
  Body: Parsed<Schema, "body">;
}>;

/** A route's schema and handler. The handler receives what the schema has parsed. */
export function endpoint<Schema extends RequestSchema>(
  schema: Schema,
  handler: (request: EndpointRequest<Schema>, reply: FastifyReply) => Promise<unknown>,
): RouteShorthandOptionsWithHandler {
  return { schema, handler: handler as RouteHandlerMethod };
}

/** Lets Fastify validate with zod. Only the first issue is reported, in the protocol's wording, which is that of Ajv. */
export const compileZodSchema: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data) => {
    const { data: value, error } = schema.safeParse(data, { reportInput: true });
    if (!error) return { value };
    const issue =
      error.issues.find((found) => found.path.length === 1 && isMissing(found)) ?? error.issues[0];
    return { error: new Error(`${httpPart}${issue && describeIssue(issue)}`) };
  };
};

type Issue = z.core.$ZodIssue;

function describeIssue(issue: Issue): string {
  if (issue.path.length > 0 && isMissing(issue)) {
    const property = String(issue.path.at(-1));
    return `${pointer(issue.path.slice(0, -1))} must have required property '${property}'`;
  }
  return `${pointer(issue.path)} ${describeConstraint(issue)}`;
}

function describeConstraint(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      // No endpoint takes a fraction.
      return `must be ${issue.expected === "number" || issue.expected === "int" ? "integer" : issue.expected}`;
    case "too_small":
      return issue.origin === "array"
        ? `must NOT have fewer than ${issue.minimum} items`
        : `must be >= ${issue.minimum}`;
    case "too_big":
      return issue.origin === "array"
        ? `must NOT have more than ${issue.maximum} items`
        : `must be <= ${issue.maximum}`;
    default:
      return "must be equal to one of the allowed values";
  }
}

function isMissing({ input }: Issue): boolean {
  return input === undefined;
}

function pointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key)}`).join("");
}
