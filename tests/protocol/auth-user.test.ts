import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { bearer, callAuth, getUser, NEW_ERROR_SHAPE, putUser } from "../world/auth-calls.ts";
import { createMember } from "../world/members.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

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

  test("returns the signed-in user, without the hash of the password", async () => {
    const { token, id, email } = await createMember(server);
    const { status, body } = await getUser(server, token);
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
      () => bearer(forged({ alg: "ES256", kid: "unknown" })),
      403,
      "bad_jwt",
      BAD_JWT,
    ],
  ] as const)("with %s as bearer token is refused", async (_what, headers, status, code, message) => {
    const response = await callAuth(server, "/user", { headers: { ...NEW_ERROR_SHAPE, ...headers() } });
    expect([response.status, response.body]).toEqual([status, { code, message }]);
  });

  test("with a changed token, or with one signed with the public key as a shared secret, is refused", async () => {
    const { token, id } = await createMember(server);
    expect((await getUser(server, `${token.slice(0, -8)}AAAAAAAA`)).body.code).toBe("bad_jwt");
    const { body } = await callAuth(server, "/.well-known/jwks.json");
    const confused = await new SignJWT({ ...payload, sub: id })
      .setProtectedHeader({ alg: "HS256", kid: body.keys[0].kid })
      .setExpirationTime("1h")
      .sign(Buffer.from(JSON.stringify(body.keys[0])));
    expect((await getUser(server, confused)).body.code).toBe("bad_jwt");
  });

  test("for a banned user is refused", async () => {
    const { token, id } = await createMember(server);
    await queryAt(server.databaseUrl, "update auth.users set banned_until = 'infinity' where id = $1", [id]);
    const { status, body } = await getUser(server, token);
    expect([status, body.code]).toEqual([403, "user_banned"]);
  });
});

describe("the data of a user", () => {
  test("is merged key by key; null deletes a key", async () => {
    const { token } = await createMember(server);
    await putUser(server, token, { data: { a: 1, b: { c: null } } });
    const { body } = await putUser(server, token, { data: { a: null, d: "ದ", email_verified: false } });
    expect(body.user_metadata).toEqual({ b: { c: null }, d: "ದ", email_verified: true });
  });

  test("is limited in total, not only for each change", async () => {
    const { token } = await createMember(server);
    expect((await putUser(server, token, { data: { a: "x".repeat(3000) } })).status).toBe(200);
    const { status, body } = await putUser(server, token, { data: { b: "x".repeat(3000) } });
    expect([status, body.code]).toEqual([400, "validation_failed"]);
    expect((await getUser(server, token)).body.user_metadata.b).toBeUndefined();
  });

  test.each([
    [{ app_metadata: { admin: true } }, 403, "not_admin"],
    [{ phone: "+919876543210" }, 422, "phone_provider_disabled"],
    [{ data: "text" }, 400, "bad_json"],
    [{ email: "asha" }, 400, "validation_failed"],
    [{ data: { a: "\u0000" } }, 400, "validation_failed"],
  ])("cannot be changed by %j", async (json, status, code) => {
    const { token } = await createMember(server);
    const response = await putUser(server, token, json);
    expect([response.status, response.body.code]).toEqual([status, code]);
  });

  test("is not changed by an empty request, nor by one with the same address", async () => {
    const { token, email } = await createMember(server);
    expect((await putUser(server, token, {})).status).toBe(200);
    expect((await putUser(server, token, { email })).body.new_email).toBeUndefined();
  });
});
