import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE, signIn } from "../world/auth-calls.ts";
import { ownerQuery } from "../world/cluster.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { type RunningServer, startServer } from "../world/server.ts";

let server: RunningServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  token = (await signIn(server, (await createAccount(server)).email)).access_token;
});
afterAll(() => server.stop());

const wrongPassword = (headers: Record<string, string>) =>
  callAuth(server, "/token?grant_type=password", {
    json: { email: "a@example.org", password: "x" },
    headers,
  });

describe("an error", () => {
  const OLD = { code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" };
  const NEW = { code: "invalid_credentials", message: "Invalid login credentials" };
  test.each([
    ["for a request without a version", undefined, OLD, null],
    ["for the version of the new shape", "2024-01-01", NEW, "2024-01-01"],
    ["for a later version", "2031-12-31", NEW, "2024-01-01"],
    ["for an earlier version", "2023-12-31", OLD, null],
    ["for a version that is not a date", "newest", OLD, null],
    ["for a date that does not exist", "2024-13-45", OLD, null],
  ])("has the right shape and headers %s", async (_what, version, body, echoed) => {
    const response = await wrongPassword(version ? { "x-supabase-api-version": version } : {});
    expect([response.status, response.body]).toEqual([400, body]);
    expect(response.headers.get("x-sb-error-code")).toBe("invalid_credentials");
    expect(response.headers.get("x-supabase-api-version")).toBe(echoed);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-expose-headers")).toContain("X-Supabase-Api-Version");
  });

  test("lists the rules that a weak password breaks", async () => {
    const json = { email: "a@example.org", password: "1234567" };
    const weak_password = { reasons: ["length"] };
    const message = "Password should be at least 8 characters.";
    expect((await callAuth(server, "/signup", { json })).body).toEqual({
      code: 422,
      error_code: "weak_password",
      msg: message,
      weak_password,
    });
    expect((await callAuth(server, "/signup", { json, headers: NEW_ERROR_SHAPE })).body).toEqual({
      code: "weak_password",
      message,
      weak_password,
    });
  });
});

describe("a JSON body", () => {
  test.each([
    ["not JSON", "{", 400, "bad_json"],
    ["a list", "[]", 400, "bad_json"],
    ["null", "null", 400, "bad_json"],
    ["empty", "", 400, "bad_json"],
    [
      "larger than a megabyte",
      JSON.stringify({ email: "x".repeat(1024 * 1024) }),
      413,
      "request_entity_too_large",
    ],
  ])("is refused if it is %s", async (_what, text, status, code) => {
    for (const address of [
      "/signup",
      "/token?grant_type=password",
      "/token?grant_type=refresh_token",
      "/recover",
      "/verify",
      "/resend",
      "/otp",
    ]) {
      const response = await callAuth(server, address, { method: "POST", text, headers: NEW_ERROR_SHAPE });
      expect([response.status, response.body.code]).toEqual([status, code]);
    }
  });

  test("is parsed whatever its content type", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/octet-stream"]) {
      const response = await callAuth(server, "/token?grant_type=password", {
        text: '{"email":"a@example.org","password":"x"}',
        headers: { ...NEW_ERROR_SHAPE, "content-type": type },
      });
      expect(response.body.code).toBe("invalid_credentials");
    }
  });
});

describe("features that this product does not offer", () => {
  test.each([
    ["GET", "/nowhere", 404, "not_found"],
    ["DELETE", "/user", 404, "not_found"],
    ["GET", "/admin/users", 404, "not_found"],
    ["POST", "/invite", 404, "not_found"],
    ["GET", "/authorize?provider=google", 400, "validation_failed"],
    ["GET", "/callback?code=a", 404, "flow_state_not_found"],
    ["POST", "/sso", 404, "saml_provider_disabled"],
    ["GET", "/user/identities/authorize?provider=google", 404, "manual_linking_disabled"],
    ["DELETE", "/user/identities/1", 404, "manual_linking_disabled"],
  ])("are refused: %s %s", async (method, address, status, code) => {
    for (const who of [{}, bearer(token)]) {
      const response = await callAuth(server, address, { method, headers: { ...NEW_ERROR_SHAPE, ...who } });
      expect([response.status, response.body.code]).toEqual([status, code]);
    }
  });

  test("are listed as off in the settings", async () => {
    const { body } = await callAuth(server, "/settings");
    expect(body).toMatchObject({
      external: { email: true, phone: false, google: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
      saml_enabled: false,
    });
    expect(JSON.stringify(body)).not.toMatch(/captcha|secret/i);
  });
});

test("health reports the name of the protocol's server", async () => {
  expect((await callAuth(server, "/health")).body).toEqual({
    version: expect.any(String),
    name: "GoTrue",
    description: expect.any(String),
  });
});

describe("random requests", () => {
  const ADDRESSES = [
    ["POST", "/signup"],
    ["POST", "/token?grant_type=password"],
    ["POST", "/token?grant_type=refresh_token"],
    ["POST", "/recover"],
    ["POST", "/verify"],
    ["POST", "/resend"],
    ["POST", "/otp"],
    ["PUT", "/user"],
    ["POST", "/logout?scope=local"],
  ] as const;
  const KEYS = [
    "email",
    "password",
    "data",
    "type",
    "token",
    "token_hash",
    "refresh_token",
    "nonce",
    "phone",
    "gotrue_meta_security",
    "app_metadata",
    "__proto__",
  ];
  const odd = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "a@example.org",
      "\u0000",
      "\ud800",
      "signup",
      "email_change",
      "12345678",
      "x".repeat(80),
      "1e999",
      "' or 1=1 --",
    ),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const body = fc.dictionary(fc.constantFrom(...KEYS), odd, { maxKeys: 5, noNullPrototype: true });

  test("never cause a server error, and always get a JSON response", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ADDRESSES),
        body,
        fc.boolean(),
        async ([method, address], json, isSignedIn) => {
          const { email: _, ...others } = json;
          const headers = isSignedIn ? bearer(token) : {};
          const response = await callAuth(server, address, {
            method,
            // A changed address or a sign-out would make all later requests fail for the same reason.
            json: address === "/signup" || method === "PUT" || address.startsWith("/logout") ? others : json,
            headers: address.startsWith("/logout") ? {} : headers,
          });
          expect(response.status).toBeLessThan(500);
          expect(response.headers.get("content-type")).toMatch(/^application\/json/);
        },
      ),
      { numRuns: 300 },
    );
  }, 120_000);

  test("to /verify are redirected to the site, or get a JSON error that names the missing part", async () => {
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom("signup", "recovery", "https://evil.example", "//evil.example"),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom("type", "token", "redirect_to", "email"), value),
        async (query) => {
          const search = new URLSearchParams(query);
          const response = await callAuth(server, `/verify?${search}`);
          expect([303, 400]).toContain(response.status);
          if (response.status === 303)
            expect(new URL(response.headers.get("location") ?? "").host).toBe(new URL(server.url).host);
        },
      ),
      { numRuns: 200 },
    );
  }, 120_000);

  test("with data nested a hundred thousand levels deep are refused", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const account = `"email":"deep@example.org","password":"long enough",`;
    for (const [method, address, before] of [
      ["POST", "/signup", account],
      ["PUT", "/user", ""],
    ] as const) {
      const response = await callAuth(server, address, {
        method,
        text: `{${before}"data":{"a":${deep}}}`,
        headers: { ...NEW_ERROR_SHAPE, ...bearer(token) },
      });
      expect([response.status, response.body.code]).toEqual([400, "validation_failed"]);
    }
    const nearly = `${"[".repeat(2000)}${"]".repeat(2000)}`;
    const response = await callAuth(server, "/signup", {
      text: `{"email":"deep@example.org","password":"long enough","data":{"a":${nearly}}}`,
    });
    expect(response.status).toBe(200);
  });
});

test("while the database is unreachable, requests are refused with retry-after, and work again afterwards", async () => {
  const name = new URL(server.databaseUrl).pathname.slice(1);
  const { email } = await createAccount(server);
  await ownerQuery(`alter database ${name} allow_connections false`);
  await ownerQuery("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  const replies = await Promise.all(
    Array.from({ length: 12 }, () =>
      callAuth(server, "/signup", {
        json: { email: newEmail(), password: PASSWORD },
        headers: NEW_ERROR_SHAPE,
      }),
    ),
  );
  await ownerQuery(`alter database ${name} allow_connections true`);
  for (const { status, body, headers } of replies) {
    expect([status, body.code]).toEqual([503, "unexpected_failure"]);
    expect(headers.get("retry-after")).toBe("1");
  }
  expect((await signIn(server, email)).user.email).toBe(email);
});
