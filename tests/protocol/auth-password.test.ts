import { createHash } from "node:crypto";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { isSignedIn, putUser, signIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createMember } from "../world/members.ts";
import { createAccount, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

describe("a new password", () => {
  test("ends every session except the one that changed it", async () => {
    const { email, token } = await createMember(server);
    const { access_token: other } = await signIn(server, email);
    const { status, body } = await putUser(server, token, {
      password: "a new password",
      current_password: PASSWORD,
    });
    expect([status, body.email]).toEqual([200, email]);
    expect([await isSignedIn(server, token), await isSignedIn(server, other)]).toEqual([true, false]);
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
      "one that is too short",
      { password: "1234567" },
      422,
      {
        code: "weak_password",
        message: "Password should be at least 8 characters.",
        weak_password: { reasons: ["length"] },
      },
    ],
    [
      "one that is too long",
      { password: "x".repeat(201) },
      400,
      { code: "validation_failed", message: expect.stringContaining("200") },
    ],
    [
      "one of the most common ones",
      { password: "Password1" },
      422,
      {
        code: "weak_password",
        message: expect.stringContaining("most common"),
        weak_password: { reasons: ["pwned"] },
      },
    ],
  ])("cannot be %s, and a refusal changes nothing", async (_what, json, status, body) => {
    const { email, token } = await createMember(server);
    const { access_token: other } = await signIn(server, email);
    const response = await putUser(server, token, {
      ...json,
      current_password: PASSWORD,
      data: { changed: true },
    });
    expect([response.status, response.body]).toEqual([status, body]);
    expect(await isSignedIn(server, other)).toBe(true);
    expect((await signIn(server, email)).user.user_metadata).toEqual({ email_verified: true });
  });

  test.each([
    ["name", "Asha Raghunathan"],
    ["phone number", "+91 98765-43210"],
  ])("cannot be the %s of the profile", async (_case, password) => {
    const profile = { first_name: "Asha", last_name: "Raghunathan", phone: "9876543210" };
    const { email } = await createAccount(server, { profile });
    const { access_token } = await signIn(server, email);
    expect(await putUser(server, access_token, { password, current_password: PASSWORD })).toMatchObject({
      status: 422,
      body: { weak_password: { reasons: ["characters"] } },
    });
  });

  test("leaves no session for a simultaneous sign-in with the old one", async () => {
    const { email, id } = await createMember(server);
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    try {
      await other.query("begin");
      await other.query("update auth.users set password_hash = 'another' where id = $1", [id]);
      const signingIn = signIn(server, email);
      // The sign-in has verified the old password, and waits for the change to commit.
      await vi.waitUntil(async () => {
        const waiting = await queryAt(
          server.databaseUrl,
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update auth.users%'",
        );
        return waiting.length > 0;
      }, 20_000);
      await Promise.all([other.query("commit"), expect(signingIn).rejects.toThrow("invalid_credentials")]);
    } finally {
      await other.end();
    }
    const sessions = await queryAt(server.databaseUrl, "select 1 from auth.sessions where user_id = $1", [
      id,
    ]);
    expect(sessions).toHaveLength(1);
  });

  test("can be confirmed with a mailed code, but not with a wrong or used one", async () => {
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

test("a common password is found by the first digits of its hash, without sending it", async () => {
  const find = async (prefix: string) => {
    const response = await fetch(`${server.url}/auth/v1/common-passwords/${prefix}`, {
      headers: { apikey: server.publishableKey },
    });
    return { status: response.status, body: (await response.json()) as string[] };
  };
  const hash = createHash("sha256").update("password1").digest("hex");
  const { status, body } = await find(hash.slice(0, 3));
  expect(status).toBe(200);
  expect(body).toContain(hash.slice(0, 12));
  expect(body.length).toBeLessThan(40);
  for (const prefix of ["", "ab", "abcd", "ABC", "%2e%2e"]) expect((await find(prefix)).status).not.toBe(200);
});
