import type { Answer, Question } from "./exchange.ts";

/**
 * Where our answers differ from those of PostgREST 12.0.2 as a rule: newer words for old refusals, and what must not
 * leave the server. Each departure says which of the judge's answers it is about, and what they are here; everything
 * else has to be the same to the letter. Single requests that are answered in another way are in differences.ts.
 *
 * Headers that are not compared at all: Content-Location (left out: it repeats the request, and nobody reads it),
 * Proxy-Status and Content-Length (PostgREST has them since version 13), Allow and Retry-After (added where they
 * help), Date and Server.
 */
interface Departure {
  readonly because: string;
  readonly concerns: (error: Refusal, judge: Answer) => boolean;
  readonly instead: (error: Refusal, question: Question) => Partial<Refusal> & { readonly status?: number };
}

interface Refusal {
  readonly code: string;
  readonly details: string | null;
  readonly hint: string | null;
  readonly message: string;
}

const targetOf = ({ path }: Question) => path.slice(1).split("?", 1)[0];
const writtenByRule = (code: string) => code === "P0001" || code.startsWith("PT");

const DEPARTURES: readonly Departure[] = [
  {
    because: "PostgreSQL's DETAIL may hold what is somebody else's: only a detail that a rule wrote goes out",
    concerns: ({ code, details }) => /^[0-9A-Z]{5}$/.test(code) && details !== null && !writtenByRule(code),
    instead: () => ({ details: null }),
  },
  {
    because: "worded anew in version 13",
    concerns: ({ code }) => code === "PGRST116",
    instead: () => ({ message: "Cannot coerce the result to a single JSON object" }),
  },
  {
    because: "worded anew in version 13",
    concerns: ({ code }) => code === "PGRST204",
    instead: ({ message }) => {
      const [, column, table] = /^Column '(.*)' of relation '(.*)' does not exist$/s.exec(message) ?? [];
      return { message: `Could not find the '${column}' column of '${table}' in the schema cache` };
    },
  },
  {
    because: "worded anew in version 13",
    concerns: ({ code }) => code === "PGRST106",
    instead: (_error, { headers = {} }) => ({
      message: `Invalid schema: ${headers["accept-profile"] ?? headers["content-profile"]}`,
      hint: "Only the following schemas are exposed: public",
    }),
  },
  {
    because: "an unknown table has a code of its own since version 13",
    concerns: ({ code }) => code === "42P01",
    instead: (_error, question) => ({
      code: "PGRST205",
      message: `Could not find the table 'public.${targetOf(question)}' in the schema cache`,
    }),
  },
  {
    because: "an answer that cannot be made is 406 since version 12.1",
    concerns: ({ code }) => code === "PGRST107",
    instead: () => ({ status: 406 }),
  },
  {
    because: "nothing is embedded, and that is what the details say",
    concerns: ({ code }) => code === "PGRST200",
    instead: () => ({
      details: "Embedding other tables is not supported: ask for each table in a request of its own.",
      hint: null,
    }),
  },
];

/** What a judge's answer has to be here. */
export function expectedOf(judge: Answer, question: Question): Answer {
  // The answer to a HEAD has no body that would tell which refusal it is.
  if (question.method === "HEAD" && judge.status === 415) return { ...judge, status: 406 };
  if (judge.status < 300 || !judge.body.startsWith('{"code"')) return judge;
  let status = judge.status;
  let error: Refusal = JSON.parse(judge.body);
  for (const { concerns, instead } of DEPARTURES) {
    if (!concerns(error, judge)) continue;
    const { status: newStatus = status, ...change } = instead(error, question);
    status = newStatus;
    error = { ...error, ...change };
  }
  const { code, details, hint, message } = error;
  return { ...judge, status, body: JSON.stringify({ code, details, hint, message }) };
}
