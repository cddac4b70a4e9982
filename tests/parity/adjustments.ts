import type { ApiRequest, ApiResponse } from "./exchange.ts";

/**
 * Rules by which our responses differ from those of PostgREST 12.0.2: newer texts of old refusals, and details that
 * must not leave the server. Everything else has to be the same to the letter. Single requests with a different
 * response are in differences.ts.
 *
 * Headers that are not compared: Content-Location (left out: it repeats the request, and no client reads it),
 * Proxy-Status and Content-Length (PostgREST has them since version 13), Allow and Retry-After (added where they
 * help), Date and Server.
 */
interface Adjustment {
  readonly reason: string;
  readonly appliesTo: (error: ErrorBody) => boolean;
  readonly change: (
    error: ErrorBody,
    request: ApiRequest,
  ) => Partial<ErrorBody> & { readonly status?: number };
}

interface ErrorBody {
  readonly code: string;
  readonly details: string | null;
  readonly hint: string | null;
  readonly message: string;
}

const targetOf = ({ path }: ApiRequest) => path.slice(1).split("?", 1)[0];
const isFromRule = (code: string) => code === "P0001" || code.startsWith("PT");

const ADJUSTMENTS: readonly Adjustment[] = [
  {
    reason: "PostgreSQL's DETAIL may hold another person's row: only the detail of a rule is sent",
    appliesTo: ({ code, details }) => /^[0-9A-Z]{5}$/.test(code) && details !== null && !isFromRule(code),
    change: () => ({ details: null }),
  },
  {
    reason: "new text since version 13",
    appliesTo: ({ code }) => code === "PGRST116",
    change: () => ({ message: "Cannot coerce the result to a single JSON object" }),
  },
  {
    reason: "new text since version 13",
    appliesTo: ({ code }) => code === "PGRST204",
    change: ({ message }) => {
      const [, column, table] = /^Column '(.*)' of relation '(.*)' does not exist$/s.exec(message) ?? [];
      return { message: `Could not find the '${column}' column of '${table}' in the schema cache` };
    },
  },
  {
    reason: "new text since version 13",
    appliesTo: ({ code }) => code === "PGRST106",
    change: (_error, { headers = {} }) => ({
      message: `Invalid schema: ${headers["accept-profile"] ?? headers["content-profile"]}`,
      hint: "Only the following schemas are exposed: public",
    }),
  },
  {
    reason: "an unknown table has its own code since version 13",
    appliesTo: ({ code }) => code === "42P01",
    change: (_error, request) => ({
      code: "PGRST205",
      message: `Could not find the table 'public.${targetOf(request)}' in the schema cache`,
    }),
  },
  {
    reason: "an unavailable media type is 406 since version 12.1",
    appliesTo: ({ code }) => code === "PGRST107",
    change: () => ({ status: 406 }),
  },
  {
    reason: "a statement timeout is 504 in every service of ours",
    appliesTo: ({ code }) => code === "57014",
    change: () => ({ status: 504 }),
  },
  {
    reason: "embedding is not supported, and the details say so",
    appliesTo: ({ code }) => code === "PGRST200",
    change: () => ({
      details: "Embedding other tables is not supported: request each table separately.",
      hint: null,
    }),
  },
];

/** Returns the response that is expected of us, from the one of PostgREST. */
export function expectedResponse(reference: ApiResponse, request: ApiRequest): ApiResponse {
  // A response to HEAD has no body, so only the status tells which refusal it is.
  if (request.method === "HEAD" && reference.status === 415) return { ...reference, status: 406 };
  if (reference.status < 300 || !reference.body.startsWith('{"code"')) return reference;
  let status = reference.status;
  let error: ErrorBody = JSON.parse(reference.body);
  for (const { appliesTo, change } of ADJUSTMENTS) {
    if (!appliesTo(error)) continue;
    const { status: newStatus = status, ...changed } = change(error, request);
    status = newStatus;
    error = { ...error, ...changed };
  }
  const { code, details, hint, message } = error;
  return { ...reference, status, body: JSON.stringify({ code, details, hint, message }) };
}

/** Leaves only the code of a syntax error: its text is our own, and only status and code have to agree. */
export function withoutSyntaxText(response: ApiResponse): ApiResponse {
  return response.body.startsWith('{"code":"PGRST100"')
    ? { ...response, body: '{"code":"PGRST100"}' }
    : response;
}
