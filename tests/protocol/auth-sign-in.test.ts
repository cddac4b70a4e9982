import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE, signIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

const requestToken = (json: unknown) =>
  callAuth(server, "/token?grant_type=password", { json, headers: NEW_ERROR_SHAPE });

describe("the right password", () => {
  test("gives the client a session of the user", async () => {
    const { id, email } = await createAccount(server);
    const client = createVisitor(server);
    const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3600, user: { id, email } });
    expect((await client.auth.getUser()).data.user).toMatchObject({ id, email });
    const claims = await client.auth.getClaims();
    expect(claims.data?.claims).toMatchObject({ sub: id, role: "authenticated" });
  });

  test("gets a response and a token in the shape of the protocol", async () => {
    const { id, email } = await createAccount(server);
    const before = Math.floor(Date.now() / 1000);
    const { status, body, headers } = await requestToken({
      email,
      password: PASSWORD,
      gotrue_meta_security: {},
    });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([
      "access_token",
      "expires_at",
      "expires_in",
      "refresh_token",
      "token_type",
      "user",
    ]);
    expect(body.user).toMatchObject({
      id,
      email_confirmed_at: expect.stringContaining("T"),
      confirmed_at: body.user.email_confirmed_at,
      last_sign_in_at: expect.stringContaining("T"),
      user_metadata: { email_verified: true },
    });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("sb-auth-user-id")).toBe(id);

    const jwks = await callAuth(server, "/.well-known/jwks.json");
    expect(jwks.headers.get("cache-control")).toBe("public, max-age=600");
    const { payload } = await jwtVerify(body.access_token, createLocalJWKSet(jwks.body));
    expect(decodeProtectedHeader(body.access_token)).toEqual({
      alg: "ES256",
      typ: "JWT",
      kid: jwks.body.keys[0].kid,
    });
    const { iat = 0, session_id } = payload;
    expect(iat).toBeGreaterThanOrEqual(before);
    expect(body.expires_at).toBe(iat + 3600);
    expect(headers.get("sb-auth-session-id")).toBe(session_id);
    expect(payload).toEqual({
      iss: `${server.url}/auth/v1`,
      sub: id,
      aud: "authenticated",
      iat,
      exp: iat + 3600,
      email,
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { email_verified: true },
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password", timestamp: expect.any(Number) }],
      session_id: expect.any(String),
      rotation: 0,
      is_anonymous: false,
    });
  });
});

test("the published keys contain no private key", async () => {
  const { body } = await callAuth(server, "/.well-known/jwks.json", { headers: { apikey: "" } });
  expect(body.keys).toEqual([
    {
      kty: "EC",
      crv: "P-256",
      x: expect.any(String),
      y: expect.any(String),
      kid: expect.any(String),
      alg: "ES256",
      use: "sig",
      key_ops: ["verify"],
    },
  ]);
});

describe("a sign-in", () => {
  test.each([
    [
      "an unknown address",
      () => ({ email: newEmail(), password: PASSWORD }),
      400,
      "invalid_credentials",
      "Invalid login credentials",
    ],
    [
      "a wrong password",
      (email: string) => ({ email, password: "wrong horse" }),
      400,
      "invalid_credentials",
      "Invalid login credentials",
    ],
    ["no password", (email: string) => ({ email }), 400, "invalid_credentials", "Invalid login credentials"],
    [
      "a password of thirty thousand letters",
      (email: string) => ({ email, password: "x".repeat(30_000) }),
      400,
      "invalid_credentials",
      "Invalid login credentials",
    ],
    [
      "an address with a NUL",
      () => ({ email: "\u0000", password: PASSWORD }),
      400,
      "invalid_credentials",
      "Invalid login credentials",
    ],
    ["no address", () => ({ password: PASSWORD }), 400, "validation_failed", "missing email or phone"],
    [
      "a phone number",
      () => ({ phone: "+919876543210", password: PASSWORD }),
      422,
      "phone_provider_disabled",
      "Phone logins are disabled",
    ],
  ] as const)("is refused for %s", async (_what, body, status, code, message) => {
    const { email } = await createAccount(server);
    const response = await requestToken(body(email));
    expect([response.status, response.body]).toEqual([status, { code, message }]);
  });

  test("is refused for a user without a password", async () => {
    const { email, id } = await createAccount(server);
    await queryAt(server.databaseUrl, "update auth.users set password_hash = null where id = $1", [id]);
    expect((await requestToken({ email, password: "nobody has this password" })).body.code).toBe(
      "invalid_credentials",
    );
  });

  test("is refused for a banned account, with that reason only if the password is right", async () => {
    const { email, id } = await createAccount(server);
    await queryAt(
      server.databaseUrl,
      "update auth.users set banned_until = now() + interval '1 hour' where id = $1",
      [id],
    );
    expect((await requestToken({ email, password: PASSWORD })).body.code).toBe("user_banned");
    expect((await requestToken({ email, password: "wrong horse" })).body.code).toBe("invalid_credentials");
  });

  test("is refused for a sign-up that is not confirmed, with that reason only if the password is right", async () => {
    const email = newEmail();
    await callAuth(server, "/signup", { json: { email, password: PASSWORD } });
    expect((await requestToken({ email, password: PASSWORD })).body.code).toBe("email_not_confirmed");
    expect((await requestToken({ email, password: "wrong horse" })).body.code).toBe("invalid_credentials");
  });

  test("is accepted after a ban has ended", async () => {
    const { email, id } = await createAccount(server);
    await queryAt(server.databaseUrl, "update auth.users set banned_until = now() where id = $1", [id]);
    expect((await requestToken({ email, password: PASSWORD })).status).toBe(200);
  });

  test.each([
    ["", 400, "invalid_credentials", "unsupported_grant_type"],
    ["?grant_type=magic", 400, "invalid_credentials", "unsupported_grant_type"],
    ["?grant_type=password&grant_type=password", 400, "invalid_credentials", "unsupported_grant_type"],
    ["?grant_type=id_token", 400, "validation_failed", "Unsupported provider: provider is not enabled"],
    [
      "?grant_type=pkce",
      400,
      "validation_failed",
      "invalid request: both auth code and code verifier should be non-empty",
    ],
  ])("is refused at POST /token%s", async (query, status, code, message) => {
    const { email } = await createAccount(server);
    const response = await callAuth(server, `/token${query}`, {
      json: { email, password: PASSWORD },
      headers: NEW_ERROR_SHAPE,
    });
    expect([response.status, response.body]).toEqual([status, { code, message }]);
  });
});

describe("a session ends", () => {
  test("when its user is deleted, with all the user's rows", async () => {
    const { email, id } = await createAccount(server);
    const { access_token } = await signIn(server, email);
    await callAuth(server, "/recover", { json: { email } });
    await queryAt(server.databaseUrl, "delete from auth.users where id = $1", [id]);
    const left = await queryAt(
      server.databaseUrl,
      "select user_id from auth.sessions where user_id = $1 union all select user_id from auth.one_time_tokens where user_id = $1",
      [id],
    );
    expect(left).toEqual([]);
    const { status, body } = await callAuth(server, "/user", {
      headers: { ...bearer(access_token), ...NEW_ERROR_SHAPE },
    });
    expect([status, body.code]).toEqual([403, "user_not_found"]);
  });
});
