import pg from "pg";
import type { Request, Row } from "./actions.ts";

/** Sends the requests of one person at a time. */
export interface Client {
  /** Throws a Refused for a rule's answer, and an Unanswered if the server was killed. */
  send(who: string, request: Request): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export class Refused extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** Nobody knows whether the request took effect. */
export class Unanswered extends Error {}

/** Runs requests as the server runs them: one transaction each, with the role and the claims of the caller. */
export async function openSqlClient(apiUrl: string): Promise<Client> {
  // A slow machine must not end a statement.
  const options = "-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0";
  const client = new pg.Client({ connectionString: apiUrl, options });
  await client.connect();
  return {
    async send(who, request) {
      const { text, values } = statementOf(request);
      try {
        const claims = JSON.stringify({ sub: who, role: "authenticated" });
        // A single message, which cannot have parameters.
        await client.query(
          `begin; select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${pg.escapeLiteral(claims)}, true)`,
        );
        const { rows } = await client.query<Row>(text, values);
        await client.query("commit");
        return rows;
      } catch (error) {
        await client.query("rollback");
        // The detail of a deadlock names the locks.
        if (error instanceof pg.DatabaseError)
          throw new Refused(
            error.code === "40P01" ? `${error.message}: ${error.detail} ${error.where}` : error.message,
            error.code,
          );
        throw error;
      }
    },
    close: () => client.end(),
  };
}

function statementOf(request: Request): { text: string; values: unknown[] } {
  if ("book" in request) {
    const columns = Object.keys(request.book);
    const places = columns.map((_, index) => `$${index + 1}`);
    return {
      text: `insert into slots (${columns}) values (${places})`,
      values: Object.values(request.book),
    };
  }
  if ("move" in request)
    return {
      text: "update slots set start_time = $1, end_time = $2 where id = $3",
      values: [request.to.start_time, request.to.end_time, request.move],
    };
  if ("delete" in request)
    return {
      text: `delete from ${request.delete} where ${request.where[0]} = $1`,
      values: [request.where[1]],
    };
  const names = Object.keys(request.with);
  return {
    text: `select * from ${request.call}(${names.map((name, index) => `${name} => $${index + 1}`)})`,
    values: Object.values(request.with).map((value) =>
      Array.isArray(value) ? JSON.stringify(value) : value,
    ),
  };
}

export interface HttpAccess {
  /** The address of the server that runs now. Resolves when it answers. */
  address(): Promise<string>;
  /** The headers of a person. */
  headersOf(who: string): Readonly<Record<string, string>>;
}

/** Sends requests to a server, which may be killed at any time. */
export function openHttpClient({ address, headersOf }: HttpAccess): Client {
  return {
    async send(who, request) {
      const { path, method, body } = messageOf(request);
      const url = `${await address()}/rest/v1/${path}`;
      let response: Response;
      let text: string;
      try {
        response = await fetch(url, {
          method,
          headers: { ...headersOf(who), "content-type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        text = await response.text();
      } catch (cause) {
        throw new Unanswered("the server was killed", { cause });
      }
      if (response.ok) return text === "" ? [] : [JSON.parse(text) as Row | Row[]].flat();
      const { message, code } = JSON.parse(text) as { message: string; code?: string };
      throw new Refused(message, code);
    },
    close: async () => undefined,
  };
}

function messageOf(request: Request): { path: string; method: string; body?: unknown } {
  if ("book" in request) return { path: "slots", method: "POST", body: request.book };
  if ("move" in request) return { path: `slots?id=eq.${request.move}`, method: "PATCH", body: request.to };
  if ("delete" in request)
    return { path: `${request.delete}?${request.where[0]}=eq.${request.where[1]}`, method: "DELETE" };
  return { path: `rpc/${request.call}`, method: "POST", body: request.with };
}
