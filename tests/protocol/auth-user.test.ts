import { SignJWT } from "jose";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE, signIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createAccount, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

async function signedIn() {
  const person = await createAccount(server);
  return { ...person, token: (await signIn(server, person.email)).access_token as string };
}
const getUser = (headers: Record<string, string>) =>
  callAuth(server, "/user", { headers: { ...NEW_ERROR_SHAPE, ...headers } });
const putUser = (token: string, json: unknown) =>
  callAuth(server, "/user", { method: "PUT", json, headers: { ...NEW_ERROR_SHAPE, ...bearer(token) } });
const logout = (token: string, scope?: string) =>
  callAuth(server, `/logout${scope === undefined ? "" : `?scope=${scope}`}`, {
    method: "POST",
    headers: { ...NEW_ERROR_SHAPE, ...bearer(token) },
  });
const isIn = async (token: string) => (await getUser(bearer(token))).status === 200;

describe("GET /user", () => {
  const BAD_JWT =
    "invalid JWT: unable to parse or verify signature, token is malformed or its signature is invalid";
  const payload = {
    sub: "0e5c3f6e-0000-4000-8000-000000000000",
    role: "authenticated",
    aud: "authenticated",
  };
  const forged = (header: object) =>
    `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.AA`;

  test("shows the caller to himself", async () => {
    const { token, id, email } = await signedIn();
    const { status, body } = await getUser(bearer(token));
    expect([status, body.id, body.email]).toEqual([200, id, email]);
    expect(JSON.stringify(body)).not.toContain("argon2");
  });

  test.each([
    ["nothing", () => ({}), 401, "no_authorization", "This endpoint requires a valid Bearer token"],
    [
      "another scheme",
      () => ({ authorization: "Basic YTpi" }),
      401,
      "no_authorization",
      "This endpoint requires a valid Bearer token",
    ],
    [
      "the publishable key",
      () => bearer(server.publishableKey),
      403,
      "bad_jwt",
      "invalid claim: missing sub claim",
    ],
    ["the secret key", () => bearer(server.secretKey), 403, "bad_jwt", "invalid claim: missing sub claim"],
    ["garbage", () => bearer("garbage"), 403, "bad_jwt", BAD_JWT],
    [
      "a token without a signature",
      () => bearer(forged({ alg: "none", typ: "JWT" })),
      403,
      "bad_jwt",
      BAD_JWT,
    ],
    [
      "a token of another key",
      () => bearer(forged({ alg: "ES256", kid: "nobody's" })),
      403,
      "bad_jwt",
      BAD_JWT,
    ],
  ] as const)("with %s as Bearer is refused", async (_what, headers, status, code, message) => {
    const answer = await getUser(headers());
    expect([answer.status, answer.body]).toEqual([status, { code, message }]);
  });

  test("with a changed token, or one signed with the public key as a password, is refused", async () => {
    const { token, id } = await signedIn();
    expect((await getUser(bearer(`${token.slice(0, -8)}AAAAAAAA`))).body.code).toBe("bad_jwt");
    const { body } = await callAuth(server, "/.well-known/jwks.json");
    const confused = await new SignJWT({ ...payload, sub: id })
      .setProtectedHeader({ alg: "HS256", kid: body.keys[0].kid })
      .setExpirationTime("1h")
      .sign(Buffer.from(JSON.stringify(body.keys[0])));
    expect((await getUser(bearer(confused))).body.code).toBe("bad_jwt");
  });

  test("of somebody banned is refused", async () => {
    const { token, id } = await signedIn();
    await queryAt(server.databaseUrl, "update auth.users set banned_until = 'infinity' where id = $1", [id]);
    const { status, body } = await getUser(bearer(token));
    expect([status, body.code]).toEqual([403, "user_banned"]);
  });
});

describe("a new password", () => {
  test("ends every session but the one that asked", async () => {
    const { email, token } = await signedIn();
    const { access_token: other } = await signIn(server, email);
    const { status, body } = await putUser(token, { password: "a new password" });
    expect([status, body.email]).toEqual([200, email]);
    expect([await isIn(token), await isIn(other)]).toEqual([true, false]);
    await expect(signIn(server, email)).rejects.toThrow("invalid_credentials");
    await signIn(server, email, "a new password");
  });

  test.each([
    [
      "the old one",
      { password: PASSWORD },
      422,
      { code: "same_password", message: "New password should be different from the old password." },
    ],
    [
      "a short one",
      { password: "1234567" },
      422,
      {
        code: "weak_password",
        message: "Password should be at least 8 characters.",
        weak_password: { reasons: ["length"] },
      },
    ],
    [
      "a too long one",
      { password: "x".repeat(73) },
      400,
      { code: "validation_failed", message: expect.stringContaining("72") },
    ],
  ])("cannot be %s, and then nothing changes", async (_what, json, status, body) => {
    const { email, token } = await signedIn();
    const { access_token: other } = await signIn(server, email);
    const answer = await putUser(token, { ...json, data: { changed: true } });
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect(await isIn(other)).toBe(true);
    expect((await signIn(server, email)).user.user_metadata).toEqual({ email_verified: true });
  });

  test("and a sign-in with the old one at the same time: no session of the old one is left", async () => {
    const { email, id } = await signedIn();
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    try {
      await other.query("begin");
      await other.query("update auth.users set password_hash = 'another' where id = $1", [id]);
      const entering = signIn(server, email);
      // The old password was found right, and the sign-in waits for the change to be over.
      await vi.waitUntil(async () => {
        const waiting = await queryAt(
          server.databaseUrl,
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update auth.users%'",
        );
        return waiting.length > 0;
      }, 20_000);
      await Promise.all([other.query("commit"), expect(entering).rejects.toThrow("invalid_credentials")]);
    } finally {
      await other.end();
    }
    const sessions = await queryAt(server.databaseUrl, "select 1 from auth.sessions where user_id = $1", [
      id,
    ]);
    expect(sessions).toHaveLength(1);
  });

  test("can be confirmed with a mailed code; a wrong one stops it, a used one too", async () => {
    const { email } = await createAccount(server);
    const client = createVisitor(server);
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const { code: nonce } = await waitForMail(server, email, { kind: "code" });
    const wrong = nonce === "000000" ? "000001" : "000000";
    expect((await client.auth.updateUser({ password: "a new password", nonce: wrong })).error?.code).toBe(
      "reauthentication_not_valid",
    );
    expect((await client.auth.updateUser({ password: "a new password", nonce })).error).toBeNull();
    expect((await client.auth.updateUser({ password: "a third password", nonce })).error?.code).toBe(
      "reauthentication_not_valid",
    );
  });
});

describe("data of one's own", () => {
  test("is merged key by key; null deletes a key", async () => {
    const { token } = await signedIn();
    await putUser(token, { data: { a: 1, b: { c: null } } });
    const { body } = await putUser(token, { data: { a: null, d: "ದ", email_verified: false } });
    expect(body.user_metadata).toEqual({ b: { c: null }, d: "ದ", email_verified: true });
  });

  test("stays small, all together", async () => {
    const { token } = await signedIn();
    expect((await putUser(token, { data: { a: "x".repeat(3000) } })).status).toBe(200);
    const { status, body } = await putUser(token, { data: { b: "x".repeat(3000) } });
    expect([status, body.code]).toEqual([400, "validation_failed"]);
    expect((await getUser(bearer(token))).body.user_metadata.b).toBeUndefined();
  });

  test.each([
    [{ app_metadata: { admin: true } }, 403, "not_admin"],
    [{ phone: "+919876543210" }, 422, "phone_provider_disabled"],
    [{ data: "text" }, 400, "bad_json"],
    [{ email: "asha" }, 400, "validation_failed"],
    [{ data: { a: "\u0000" } }, 400, "validation_failed"],
  ])("%j is refused", async (json, status, code) => {
    const { token } = await signedIn();
    const answer = await putUser(token, json);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test("asking for nothing changes nothing", async () => {
    const { token, email } = await signedIn();
    expect((await putUser(token, {})).status).toBe(200);
    expect((await putUser(token, { email })).body.new_email).toBeUndefined();
  });
});

describe("logging out", () => {
  test.each([
    [undefined, false, false],
    ["global", false, false],
    ["local", false, true],
    ["others", true, false],
  ])("with scope %s", async (scope, here, elsewhere) => {
    const { email, token } = await signedIn();
    const { access_token: other } = await signIn(server, email);
    const { token: stranger } = await signedIn();
    const answer = await logout(token, scope);
    expect([answer.status, answer.body]).toEqual([204, ""]);
    expect([await isIn(token), await isIn(other), await isIn(stranger)]).toEqual([here, elsewhere, true]);
  });

  test("with any other scope is refused", async () => {
    const { token } = await signedIn();
    const { status, body } = await logout(token, "toString");
    expect([status, body]).toEqual([
      400,
      { code: "validation_failed", message: 'Unsupported logout scope "toString"' },
    ]);
    expect(await isIn(token)).toBe(true);
  });

  test("twice, and as nobody", async () => {
    const { token } = await signedIn();
    await logout(token);
    expect((await logout(token)).body.code).toBe("session_not_found");
    const nobody = await callAuth(server, "/logout", { method: "POST", headers: NEW_ERROR_SHAPE });
    expect([nobody.status, nobody.body.code]).toEqual([401, "no_authorization"]);
  });

  test("through the client clears its session, also when the server has none any more", async () => {
    const { email, id } = await createAccount(server);
    const client = createVisitor(server);
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    await queryAt(server.databaseUrl, "delete from auth.sessions where user_id = $1", [id]);
    expect((await client.auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.getSession()).data.session).toBeNull();
  });
});
