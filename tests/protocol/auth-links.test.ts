import { describe, expect, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE, openLink, signIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { mailsTo, waitForMail } from "../world/mailbox.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

const EXPIRED = {
  error: "access_denied",
  error_code: "otp_expired",
  error_description: "Email link is invalid or has expired",
  sb: "",
};
async function requestRecovery() {
  const person = await createAccount(server);
  await callAuth(server, "/recover", { json: { email: person.email } });
  return { ...person, ...(await waitForMail(server, person.email, { kind: "recovery" })) };
}
const expire = (id: string) =>
  queryAt(server.databaseUrl, "update auth.one_time_tokens set expires_at = now() where user_id = $1", [id]);

describe("a forgotten password", () => {
  test("is replaced through the mailed link, which ends the old password and every other session", async () => {
    const { email } = await createAccount(server);
    const elsewhere = await signIn(server, email);
    const client = createVisitor(server);
    const requested = await client.auth.resetPasswordForEmail(email, {
      redirectTo: `${server.url}/reset-password`,
    });
    expect(requested).toEqual({ data: {}, error: null });

    const { page, fragment } = await openLink((await waitForMail(server, email, { kind: "recovery" })).link);
    expect(page).toBe(`${server.url}/reset-password`);
    expect(fragment.type).toBe("recovery");
    await client.auth.setSession(fragment as never);
    const { data: claims } = await client.auth.getClaims();
    expect(claims?.claims.amr).toMatchObject([{ method: "otp" }]);
    const { error } = await client.auth.updateUser({ password: "a new password" });
    expect(error).toBeNull();

    await expect(signIn(server, email)).rejects.toThrow("invalid_credentials");
    expect((await signIn(server, email, "a new password")).user.email).toBe(email);
    const gone = await callAuth(server, "/user", {
      headers: { ...bearer(elsewhere.access_token), ...NEW_ERROR_SHAPE },
    });
    expect(gone.body.code).toBe("session_not_found");
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });

  test("is not reset before the address is confirmed: there is no account yet", async () => {
    const email = newEmail();
    await callAuth(server, "/signup", { json: { email, password: PASSWORD } });
    await callAuth(server, "/recover", { json: { email } });
    // A mail requested now is the second one: none was sent in between.
    await callAuth(server, "/resend", { json: { type: "signup", email } });
    await waitForMail(server, email, { kind: "signup", count: 2 });
    expect((await mailsTo(server, email)).map(({ kind }) => kind)).toEqual(["signup", "signup"]);
  });
});

describe("attack: a stranger requests another mail", () => {
  test("the owner's earlier link still works, and when it was used the others do not", async () => {
    const { email, link } = await requestRecovery();
    await callAuth(server, "/recover", { json: { email } });
    const { link: newer } = await waitForMail(server, email, { kind: "recovery", count: 2 });
    expect((await openLink(link)).fragment.access_token).toBeDefined();
    expect((await openLink(newer)).fragment).toEqual(EXPIRED);
  });

  test("the owner's earlier code still works", async () => {
    const { email, code } = await requestRecovery();
    await callAuth(server, "/recover", { json: { email } });
    await waitForMail(server, email, { kind: "recovery", count: 2 });
    const verified = await callAuth(server, "/verify", { json: { type: "recovery", email, token: code } });
    expect(verified.status).toBe(200);
  });
});

describe("a mailed link", () => {
  test("works once", async () => {
    const { link } = await requestRecovery();
    expect((await openLink(link)).fragment.access_token).toBeDefined();
    expect(await openLink(link)).toMatchObject({ status: 303, page: `${server.url}/`, fragment: EXPIRED });
  });

  test("signs in one of eight people who open it at the same time", async () => {
    const { link } = await requestRecovery();
    const opened = await Promise.all(Array.from({ length: 8 }, () => openLink(link)));
    expect(opened.filter(({ fragment }) => fragment.access_token)).toHaveLength(1);
    expect(opened.filter(({ fragment }) => fragment.error_code === "otp_expired")).toHaveLength(7);
  });

  test("is refused after its expiry", async () => {
    const { link, id } = await requestRecovery();
    await expire(id);
    expect((await openLink(link)).fragment).toEqual(EXPIRED);
  });

  test("is refused once the password has been changed", async () => {
    const { link, email } = await requestRecovery();
    const { access_token } = await signIn(server, email);
    await callAuth(server, "/user", {
      method: "PUT",
      json: { password: "a new password", current_password: PASSWORD },
      headers: bearer(access_token),
    });
    expect((await openLink(link)).fragment).toEqual(EXPIRED);
  });

  test("is refused for another purpose than its own", async () => {
    const { link } = await requestRecovery();
    for (const type of ["signup", "magiclink", "email_change"]) {
      const other = new URL(link as URL);
      other.searchParams.set("type", type);
      expect((await openLink(other)).fragment).toEqual(EXPIRED);
    }
    expect((await openLink(link)).fragment.access_token).toBeDefined();
  });

  test("is not used up by the HEAD request of a mail scanner", async () => {
    const { link } = await requestRecovery();
    expect((await fetch(link as URL, { method: "HEAD" })).status).toBe(200);
    expect((await openLink(link)).fragment.access_token).toBeDefined();
  });

  test("does not sign in a banned user, and works once the ban has ended", async () => {
    const { link, id } = await requestRecovery();
    await queryAt(server.databaseUrl, "update auth.users set banned_until = 'infinity' where id = $1", [id]);
    expect((await openLink(link)).fragment).toMatchObject({
      error: "access_denied",
      error_code: "user_banned",
    });
    await queryAt(server.databaseUrl, "update auth.users set banned_until = null where id = $1", [id]);
    expect((await openLink(link)).fragment.access_token).toBeDefined();
  });

  test.each([
    ["?type=recovery", "Verify requires a token"],
    ["?token=abc", "Verify requires a verification type"],
    ["?type=&token=", "Verify requires a verification type"],
    ["?type=recovery&token=a&token=b", "Verify requires a token"],
  ])("without its token or type gets an error instead of a redirect: /verify%s", async (query, message) => {
    const { status, body, headers } = await callAuth(server, `/verify${query}`, { headers: NEW_ERROR_SHAPE });
    expect([status, body]).toEqual([400, { code: "validation_failed", message }]);
    expect(headers.has("location")).toBe(false);
  });

  test.each(["sms", "toString", "__proto__"])(
    "of the unknown type %s leads to the site with an error",
    async (type) => {
      const { status, page, fragment } = await openLink(
        new URL(`${server.url}/auth/v1/verify?type=${type}&token=a`),
      );
      expect([status, page]).toEqual([303, `${server.url}/`]);
      expect(fragment).toMatchObject({ error: "invalid_request", error_code: "validation_failed" });
    },
  );
});
