import Fastify, { type FastifyInstance, type InjectOptions } from "fastify";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { authRoutes } from "../auth/routes.ts";
import { functionsRoutes } from "../functions/routes.ts";
import { QueueFull } from "../limits/fair-queue.ts";
import { LimitReached } from "../limits/limit-reached.ts";
import { DatabaseUnavailable } from "../postgres/connections.ts";
import type { Caller } from "../postgres/database.ts";
import { restRoutes } from "../rest/routes.ts";
import { handleErrors as handleStorageErrors } from "../storage/error-handler.ts";
import { Objects } from "../storage/objects.ts";
import { compileZodSchema } from "../storage/routes/endpoint.ts";
import { listBuckets } from "../storage/routes/list-buckets.ts";
import { KeyRing } from "../tokens/key-ring.ts";
import type { InternalKey } from "../tokens/keyed-hash.ts";
import { UnsubscribeLinks } from "../unsubscribe/links.ts";
import { unsubscribeRoutes } from "../unsubscribe/routes.ts";
import { FAILURES, Failure, type FailureKind } from "./failure.ts";
import { handleErrors } from "./handle-errors.ts";
import { kindOf } from "./kind-of.ts";

const STUDENT = "00000000-0000-4000-8000-000000000001";
const SECRET = "a value of another person";

interface Service {
  readonly routes: (app: FastifyInstance, fail: () => Promise<never>) => void;
  readonly request: InjectOptions;
  /** Reads the status from the body, if the protocol keeps it there. */
  readonly status?: (body: string) => number;
}

const caller: Caller = { role: "authenticated", claims: { sub: STUDENT } };
const identify = async () => caller;
const headers = { authorization: "Bearer token" };
const links = new UnsubscribeLinks("http://localhost", new KeyRing<InternalKey>([{ key: "key" }]));
const unsubscribeLink = new URL(links.linkFor(STUDENT)).search;

/** Each service has its real error handler, and one of its routes that reaches the database. */
const SERVICES: Readonly<Record<string, Service>> = {
  auth: {
    routes: (app, fail) => {
      const config = { SITE_URL: "http://localhost" };
      authRoutes(app, { config, identify, database: { query: fail } } as never);
    },
    request: { url: "/user", headers },
  },
  rest: {
    routes: (app, fail) =>
      restRoutes(app, {
        identify,
        database: { asCaller: fail, transactionAsCaller: fail },
        catalog: {
          tables: new Map([["plans", { name: "plans", columns: new Map(), primaryKey: [], writes: [] }]]),
          functions: new Map(),
        },
      }),
    request: { url: "/plans", headers },
  },
  storage: {
    routes: (app, fail) => {
      handleStorageErrors(app);
      app.setValidatorCompiler(compileZodSchema);
      const objects = new Objects({ asCaller: fail } as never);
      app.get("/bucket", listBuckets({ identify, objects } as never));
    },
    request: { url: "/bucket", headers },
    status: (body) => Number(JSON.parse(body).statusCode),
  },
  functions: {
    routes: (app, fail) => functionsRoutes(app, { identify, api: { asCaller: fail } } as never),
    request: { url: "/check-admin", method: "POST", headers },
  },
  unsubscribe: {
    routes: (app, fail) => unsubscribeRoutes(app, { database: { query: fail } as never, links }),
    request: { url: `/${unsubscribeLink}`, method: "POST" },
  },
  "a route of no service": {
    routes: (app, fail) => {
      handleErrors(app);
      app.get("/", fail);
    },
    request: { url: "/" },
  },
};

function databaseError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(SECRET, 0, "error"), {
    severity: "ERROR",
    code,
    detail: SECRET,
  });
}

const systemError = (code: string) => Object.assign(new Error(SECRET), { code });

const ERRORS: Readonly<Record<FailureKind, readonly [name: string, error: Error][]>> = {
  busy: [
    ...named("40001", "40P01", "53200", "53300"),
    ["too many passwords to check", new QueueFull("too many passwords", 10)],
  ],
  limited: [["a limit", new LimitReached("requests of a user", 7)]],
  unavailable: [
    ...named("08006", "25006", "57P01", "57P02", "57P03"),
    ["no connection", new DatabaseUnavailable("no connection to the database is free")],
    ["a lost connection", new Error("Connection terminated unexpectedly")],
    ["ECONNREFUSED", systemError("ECONNREFUSED")],
  ],
  timedOut: named("25P04", "55P03", "57014"),
  full: [...named("53100"), ["ENOSPC", systemError("ENOSPC")]],
  invalid: named("22003", "22P02", "23502"),
  refused: named("P0001"),
  sessionEnded: named("MG001"),
  secondStepMissing: named("MG002"),
  notAllowed: named("42501"),
  conflict: named("23503", "23505", "23P01"),
  tooLarge: named("54000", "54001"),
  fault: [...named("0A000", "42703", "42P01", "XX000"), ["an unexpected error", new Error(SECRET)]],
};

function named(...codes: string[]): [string, Error][] {
  return codes.map((code) => [code, databaseError(code)]);
}

/** Clients rely on PostgREST's own statuses where the request is the cause. */
const POSTGREST_STATUSES: Readonly<Record<string, number>> = {
  "0A000": 400,
  "23P01": 400,
  "42703": 400,
  "42P01": 404,
};

/** Mail programs retry a POST only when they are told to. */
const RETRIED_BY_MAIL_PROGRAMS = { status: 503, retryAfter: "60" };

function expectedResponse(service: string, kind: FailureKind, name: string, error: Error) {
  const { status, headers } = FAILURES[kind];
  if (error instanceof Failure && error.retryAfterSeconds !== undefined)
    return { status, retryAfter: String(error.retryAfterSeconds) };
  if (service === "unsubscribe" && status === 500) return RETRIED_BY_MAIL_PROGRAMS;
  // The queries of sign-in run with the server's own rights, so a missing right is a fault.
  if (service === "auth" && kind === "notAllowed") return { status: 500, retryAfter: undefined };
  // This protocol has an error of its own for an ended session.
  if (service === "auth" && kind === "sessionEnded") return { status: 403, retryAfter: undefined };
  return {
    status: (service === "rest" && POSTGREST_STATUSES[name]) || status,
    retryAfter: "retry-after" in headers ? headers["retry-after"] : undefined,
  };
}

async function responseTo(service: Service, error: unknown) {
  const lines: string[] = [];
  const app = Fastify({ logger: { level: "error", stream: { write: (line: string) => lines.push(line) } } });
  app.register(async (scope) =>
    service.routes(scope, async () => {
      throw error;
    }),
  );
  const response = await app.inject(service.request);
  await app.close();
  return { response, logged: lines.length };
}

const cases = Object.keys(SERVICES).flatMap((service) =>
  Object.entries(ERRORS).map(([kind, errors]) => [service, kind as FailureKind, errors] as const),
);

test.each(cases)("%s responds to %s as the catalogue says", async (name, kind, errors) => {
  const service = SERVICES[name] as Service;
  for (const [errorName, error] of errors) {
    expect(kindOf(error)).toBe(kind);
    const { response, logged } = await responseTo(service, error);
    const status = service.status?.(response.body) ?? response.statusCode;
    const retryAfter = response.headers["retry-after"];
    expect({ errorName, status, retryAfter }).toEqual({
      errorName,
      ...expectedResponse(name, kind, errorName, error),
    });
    // A server error is logged exactly once. Each service decides whether it logs the others.
    if (status >= 500) expect([errorName, logged]).toEqual([errorName, 1]);
    // PostgREST sends PostgreSQL's message, and a rule's message is written for people. No detail is ever sent.
    if (name !== "rest" && kind !== "refused") expect(response.body).not.toContain(SECRET);
  }
});

test.each(Object.keys(SERVICES))("%s never sends PostgreSQL's detail", async (name) => {
  const error = Object.assign(databaseError("23505"), { message: "a message" });
  const { response } = await responseTo(SERVICES[name] as Service, error);
  expect(response.body).not.toContain(SECRET);
});

test.each(["auth", "rest", "storage", "functions"])("%s shows the text of a rule", async (name) => {
  const error = Object.assign(databaseError("P0001"), { message: "You have booked three slots today." });
  const { response } = await responseTo(SERVICES[name] as Service, error);
  expect(response.body).toContain("You have booked three slots today.");
});

test("auth says nothing about a right that the server itself is missing", async () => {
  const { response } = await responseTo(SERVICES.auth as Service, databaseError("42501"));
  expect(response.json()).toMatchObject({
    code: 500,
    error_code: "unexpected_failure",
    msg: "Unexpected failure, please check server logs for more information",
  });
});

describe("a kind is found by the whole SQLSTATE before its class", () => {
  test.each([
    ["53300", "busy"],
    ["53100", "full"],
    ["25001", "fault"],
    ["25006", "unavailable"],
    ["57000", "fault"],
    ["57014", "timedOut"],
    ["57P04", "unavailable"],
    ["P0002", "fault"],
    ["", "fault"],
  ] as const)("SQLSTATE %s is %s", (code, kind) => {
    expect(kindOf(databaseError(code))).toBe(kind);
  });
});

test.each([undefined, null, "a text", { statusCode: 400 }])("a thrown %s is a fault", (thrown) => {
  expect(kindOf(thrown)).toBe("fault");
});
