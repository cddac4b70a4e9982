import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, callAuth, isSignedIn, NEW_ERROR_SHAPE, putUser, signIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { mailsTo, waitForMail } from "../world/mailbox.ts";
import { createMember } from "../world/members.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { type RunningServer, sharedServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

const CHANGES = [
  ["password", () => ({ password: "a new password" })],
  ["email address", () => ({ email: newEmail("moved") })],
] as const;

describe("attack: a stolen access token", () => {
  test.each(CHANGES)("does not change the %s", async (_what, change) => {
    const { email, token } = await createMember(server);
    const { status, body } = await putUser(server, token, change());
    expect([status, body]).toEqual([
      400,
      {
        code: "reauthentication_needed",
        message: "Please enter your current password to make this change.",
      },
    ]);
    expect((await signIn(server, email)).user.new_email).toBeUndefined();
    expect(await mailsTo(server, email)).toEqual([]);
  });

  test.each(CHANGES)("and a guessed password do not change the %s", async (_what, change) => {
    const { email, token } = await createMember(server);
    const { status, body } = await putUser(server, token, { ...change(), current_password: "a guess" });
    expect([status, body]).toEqual([
      400,
      { code: "current_password_invalid", message: "Your current password is wrong." },
    ]);
    expect((await signIn(server, email)).user.new_email).toBeUndefined();
  });

  test("does not tell whether a guess is the current password", async () => {
    const { token } = await createMember(server);
    for (const password of [PASSWORD, "a guessed password"])
      expect((await putUser(server, token, { password })).body.code).toBe("reauthentication_needed");
  });
});

describe("attack: guesses of the current password with a stolen access token", () => {
  let limited: RunningServer;
  beforeAll(async () => {
    limited = await startServer({ env: { RATE_LIMITS: "on" } });
  });
  afterAll(() => limited.stop());

  test("are limited to ten, while the owner can sign in", async () => {
    const { email, token } = await createMember(limited);
    const guess = { password: "a new password", current_password: "a guess" };
    for (let tries = 0; tries < 10; tries += 1)
      expect((await putUser(limited, token, guess)).body.code).toBe("current_password_invalid");
    const right = await putUser(limited, token, { ...guess, current_password: PASSWORD });
    expect([right.status, right.body.code]).toEqual([429, "over_request_rate_limit"]);
    await signIn(limited, email);
  });
});

describe("the current password", () => {
  test.each(CHANGES)("proves a change of the %s", async (_what, change) => {
    const { token } = await createMember(server);
    expect((await putUser(server, token, { ...change(), current_password: PASSWORD })).status).toBe(200);
  });

  test("is not asked for when only data changes", async () => {
    const { token } = await createMember(server);
    expect((await putUser(server, token, { data: { a: 1 } })).status).toBe(200);
  });

  test("proves two simultaneous changes only once", async () => {
    const { email, token } = await createMember(server);
    const change = (password: string) => putUser(server, token, { password, current_password: PASSWORD });
    const replies = await Promise.all([change("the first password"), change("the second password")]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    const winner = replies[0]?.status === 200 ? "the first password" : "the second password";
    await signIn(server, email, winner);
  });
});

describe("a mailed code", () => {
  async function signInByCode() {
    const { email } = await createAccount(server);
    const client = createVisitor(server);
    await client.auth.signInWithOtp({ email });
    const { code } = await waitForMail(server, email, { kind: "magiclink" });
    const { data } = await client.auth.verifyOtp({ type: "email", email, token: code });
    return { email, token: data.session?.access_token as string };
  }

  test.each(CHANGES)("proves a change of the %s for ten minutes after the sign-in", async (_what, change) => {
    const { token } = await signInByCode();
    expect((await putUser(server, token, change())).status).toBe(200);
  });

  test.each(CHANGES)("no longer proves a change of the %s after ten minutes", async (_what, change) => {
    const { email, token } = await signInByCode();
    await queryAt(
      server.databaseUrl,
      `update auth.sessions set created_at = now() - interval '601 seconds'
       where user_id = (select id from auth.users where email = $1)`,
      [email],
    );
    expect((await putUser(server, token, change())).body.code).toBe("reauthentication_needed");
    expect(await isSignedIn(server, token)).toBe(true);
  });
});

describe("the code of reauthenticate", () => {
  const reauthenticate = async () => {
    const { email, token } = await createMember(server);
    await callAuth(server, "/reauthenticate", { headers: { ...NEW_ERROR_SHAPE, ...bearer(token) } });
    const mail = await waitForMail(server, email, { kind: "code" });
    expect(mail.text).toContain("The code works once, for 10 minutes.");
    return { email, token, nonce: mail.code };
  };

  test.each(CHANGES)("proves a change of the %s, once", async (_what, change) => {
    const { token, nonce } = await reauthenticate();
    expect((await putUser(server, token, { ...change(), nonce })).status).toBe(200);
    expect((await putUser(server, token, { password: "a third password", nonce })).body.code).toBe(
      "reauthentication_not_valid",
    );
  });

  test("does not prove a change after ten minutes", async () => {
    const { email, token, nonce } = await reauthenticate();
    const [{ seconds } = { seconds: 0 }] = await queryAt<{ seconds: number }>(
      server.databaseUrl,
      `update auth.one_time_tokens set expires_at = created_at where sent_to = $1
       returning extract(epoch from old.expires_at - old.created_at)::int as seconds`,
      [email],
    );
    expect(seconds).toBe(600);
    expect((await putUser(server, token, { password: "a new password", nonce })).body.code).toBe(
      "reauthentication_not_valid",
    );
  });
});
