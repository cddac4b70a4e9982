import { describe, expect, test } from "vitest";
import { bearer, callAuth, isSignedIn, NEW_ERROR_SHAPE, signIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { createMember } from "../world/members.ts";
import { createAccount, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

const logOut = (token: string, scope?: string) =>
  callAuth(server, `/logout${scope === undefined ? "" : `?scope=${scope}`}`, {
    method: "POST",
    headers: { ...NEW_ERROR_SHAPE, ...bearer(token) },
  });

describe("logging out", () => {
  test.each([
    [undefined, false, false],
    ["global", false, false],
    ["local", false, true],
    ["others", true, false],
  ])("with the scope %s ends the sessions of that scope", async (scope, here, elsewhere) => {
    const { email, token } = await createMember(server);
    const { access_token: other } = await signIn(server, email);
    const { token: stranger } = await createMember(server);
    const response = await logOut(token, scope);
    expect([response.status, response.body]).toEqual([204, ""]);
    expect([
      await isSignedIn(server, token),
      await isSignedIn(server, other),
      await isSignedIn(server, stranger),
    ]).toEqual([here, elsewhere, true]);
  });

  test("with any other scope is refused", async () => {
    const { token } = await createMember(server);
    const { status, body } = await logOut(token, "toString");
    expect([status, body]).toEqual([
      400,
      { code: "validation_failed", message: 'Unsupported logout scope "toString"' },
    ]);
    expect(await isSignedIn(server, token)).toBe(true);
  });

  test("is refused the second time, and without a token", async () => {
    const { token } = await createMember(server);
    await logOut(token);
    expect((await logOut(token)).body.code).toBe("session_not_found");
    const nobody = await callAuth(server, "/logout", { method: "POST", headers: NEW_ERROR_SHAPE });
    expect([nobody.status, nobody.body.code]).toEqual([401, "no_authorization"]);
  });

  test("with the client clears its session, even if the server has already ended it", async () => {
    const { email, id } = await createAccount(server);
    const client = createVisitor(server);
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    await queryAt(server.databaseUrl, "delete from auth.sessions where user_id = $1", [id]);
    expect((await client.auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.getSession()).data.session).toBeNull();
  });
});
