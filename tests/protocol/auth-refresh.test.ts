import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE, refresh, signIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { createAccount, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

async function createSession() {
  const person = await createAccount(server);
  return { ...person, ...(await signIn(server, person.email)) };
}
const sessionOf = (response: { access_token: string }) =>
  decodeJwt(response.access_token).session_id as string;
const refusalOf = async (token: string) => {
  const { status, body } = await refresh(server, token);
  return [status, body.error_code, body.msg];
};
const NOT_FOUND = [400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"];
const USED = [400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"];

test("the client refreshes its session and stays the same user in the same session", async () => {
  const { email } = await createAccount(server);
  const client = createVisitor(server);
  const { data: before } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  const { data: after, error } = await client.auth.refreshSession();
  expect(error).toBeNull();
  expect(after.user?.id).toBe(before.user?.id);
  expect(after.session?.refresh_token).not.toBe(before.session?.refresh_token);
  expect(sessionOf(after.session as never)).toBe(sessionOf(before.session as never));
});

test("a refreshed token keeps the method and time of the sign-in", async () => {
  const first = await createSession();
  const { body } = await refresh(server, first.refresh_token);
  expect(decodeJwt(body.access_token).amr).toEqual(decodeJwt(first.access_token).amr);
  expect(body).toMatchObject({ token_type: "bearer", expires_in: 3600, user: { id: first.id } });
});

test("an older token ends the session", async () => {
  const { refresh_token: first, access_token } = await createSession();
  const { body: second } = await refresh(server, first);
  const { body: third } = await refresh(server, second.refresh_token);
  expect(await refusalOf(first)).toEqual(USED);
  expect(await refusalOf(third.refresh_token)).toEqual(NOT_FOUND);
  const user = await callAuth(server, "/user", { headers: { ...bearer(access_token), ...NEW_ERROR_SHAPE } });
  expect([user.status, user.body.code]).toEqual([403, "session_not_found"]);
});

test("other sessions of the same person continue", async () => {
  const one = await createSession();
  const other = await signIn(server, one.email);
  const { body: second } = await refresh(server, one.refresh_token);
  await refresh(server, second.refresh_token);
  expect(await refusalOf(one.refresh_token)).toEqual(USED);
  expect((await refresh(server, other.refresh_token)).status).toBe(200);
});

describe("a refresh is refused with", () => {
  test.each([
    ["no token", undefined, "validation_failed", "Refresh token is not valid"],
    ["an empty string", "", "validation_failed", "Refresh token is not valid"],
    ["a word", "hello", "validation_failed", "Refresh token is not valid"],
    ["an access token", "eyJhbGciOiJFUzI1NiJ9.e30.AA", "validation_failed", "Refresh token is not valid"],
    ["a token of another server", "k3v9x0q2m7ab", "refresh_token_not_found", NOT_FOUND[2]],
    ["a made-up token", "A".repeat(40), "validation_failed", "Refresh token is not valid"],
    [
      "a made-up token of the right shape",
      Buffer.alloc(44).toString("base64url"),
      "refresh_token_not_found",
      NOT_FOUND[2],
    ],
  ])("%s", async (_what, refresh_token, code, message) => {
    const response = await callAuth(server, "/token?grant_type=refresh_token", {
      json: { refresh_token },
      headers: NEW_ERROR_SHAPE,
    });
    expect([response.status, response.body]).toEqual([400, { code, message }]);
  });

  test("a token whose session has been logged out", async () => {
    const { refresh_token, access_token } = await createSession();
    await callAuth(server, "/logout?scope=local", { method: "POST", headers: bearer(access_token) });
    expect(await refusalOf(refresh_token)).toEqual(NOT_FOUND);
  });

  test("the token of a banned user, until the ban ends", async () => {
    const { refresh_token, id } = await createSession();
    await queryAt(server.databaseUrl, "update auth.users set banned_until = 'infinity' where id = $1", [id]);
    expect(await refusalOf(refresh_token)).toEqual([400, "user_banned", "User is banned"]);
    await queryAt(server.databaseUrl, "update auth.users set banned_until = null where id = $1", [id]);
    expect((await refresh(server, refresh_token)).status).toBe(200);
  });
});
