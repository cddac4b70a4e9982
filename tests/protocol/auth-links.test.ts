import { describe, expect, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE, openLink, signIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
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
const codeFor = async (type: string, email: string, token: string) => {
  const { status, body } = await callAuth(server, "/verify", {
    json: { type, email, token },
    headers: NEW_ERROR_SHAPE,
  });
  return status === 200 ? "in" : [status, body.code, body.message];
};
const WRONG_CODE = [403, "otp_expired", "Token has expired or is invalid"];
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
async function recovering() {
  const person = await createAccount(server);
  await callAuth(server, "/recover", { json: { email: person.email } });
  return { ...person, ...(await waitForMail(server, person.email, { kind: "recovery" })) };
}
const expire = (id: string) =>
  queryAt(server.databaseUrl, "update auth.one_time_tokens set expires_at = now() where user_id = $1", [id]);

describe("a forgotten password", () => {
  test("is replaced through the mailed link: the old one is over, and so is every other session", async () => {
    const { email } = await createAccount(server);
    const elsewhere = await signIn(server, email);
    const client = createVisitor(server);
    const asked = await client.auth.resetPasswordForEmail(email, {
      redirectTo: `${server.url}/reset-password`,
    });
    expect(asked).toEqual({ data: {}, error: null });

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

  test("can be asked for before the address was confirmed; the link confirms it", async () => {
    const email = newEmail();
    await callAuth(server, "/signup", { json: { email, password: PASSWORD } });
    await callAuth(server, "/recover", { json: { email } });
    await openLink((await waitForMail(server, email, { kind: "recovery" })).link);
    expect((await signIn(server, email)).user.email_confirmed_at).toBeDefined();
  });
});

describe("a mailed link", () => {
  test("works once", async () => {
    const { link } = await recovering();
    expect((await openLink(link)).fragment.access_token).toBeDefined();
    expect(await openLink(link)).toEqual({ status: 303, page: `${server.url}/`, fragment: EXPIRED });
  });

  test("that two open at once lets one in", async () => {
    const { link } = await recovering();
    const opened = await Promise.all(Array.from({ length: 8 }, () => openLink(link)));
    expect(opened.filter(({ fragment }) => fragment.access_token)).toHaveLength(1);
    expect(opened.filter(({ fragment }) => fragment.error_code === "otp_expired")).toHaveLength(7);
  });

  test("ends with its time", async () => {
    const { link, id } = await recovering();
    await expire(id);
    expect((await openLink(link)).fragment).toEqual(EXPIRED);
  });

  test("is worthless once a newer one was sent", async () => {
    const { link, email } = await recovering();
    await callAuth(server, "/recover", { json: { email } });
    const newer = await waitForMail(server, email, { kind: "recovery", count: 2 });
    expect((await openLink(link)).fragment).toEqual(EXPIRED);
    expect((await openLink(newer.link)).fragment.access_token).toBeDefined();
  });

  test("is worthless once the password was changed", async () => {
    const { link, email } = await recovering();
    const { access_token } = await signIn(server, email);
    await callAuth(server, "/user", {
      method: "PUT",
      json: { password: "a new password" },
      headers: bearer(access_token),
    });
    expect((await openLink(link)).fragment).toEqual(EXPIRED);
  });

  test("does only what it was sent for", async () => {
    const { link } = await recovering();
    for (const type of ["signup", "magiclink", "email_change"]) {
      const other = new URL(link as URL);
      other.searchParams.set("type", type);
      expect((await openLink(other)).fragment).toEqual(EXPIRED);
    }
    expect((await openLink(link)).fragment.access_token).toBeDefined();
  });

  test("is not used up by a scanner that only asks for its head", async () => {
    const { link } = await recovering();
    expect((await fetch(link as URL, { method: "HEAD" })).status).toBe(404);
    expect((await openLink(link)).fragment.access_token).toBeDefined();
  });

  test("lets nobody in who is banned, and still works when the ban is over", async () => {
    const { link, id } = await recovering();
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
  ])("without what it needs is a plain error: /verify%s", async (query, message) => {
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

describe("the same by POST", () => {
  test("with the link's hash", async () => {
    const { link, email } = await recovering();
    const token_hash = link?.searchParams.get("token") as string;
    const client = createVisitor(server);
    const { data, error } = await client.auth.verifyOtp({ type: "recovery", token_hash });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
    const again = await client.auth.verifyOtp({ type: "recovery", token_hash });
    expect(again.error).toMatchObject({
      status: 403,
      code: "otp_expired",
      message: EXPIRED.error_description,
    });
  });

  test("with the six digits of the mail, once", async () => {
    const { email, code } = await recovering();
    expect(code).toMatch(/^\d{6}$/);
    const client = createVisitor(server);
    const { data } = await client.auth.verifyOtp({
      type: "recovery",
      email: email.toUpperCase(),
      token: code,
    });
    expect(data.session?.user.email).toBe(email);
    expect(await codeFor("recovery", email, code)).toEqual(WRONG_CODE);
  });

  test("with the digits of a sign-up, as type email too", async () => {
    const email = newEmail();
    await callAuth(server, "/signup", { json: { email, password: PASSWORD } });
    const { code } = await waitForMail(server, email, { kind: "signup" });
    expect(await codeFor("recovery", email, code)).toEqual(WRONG_CODE);
    expect(await codeFor("email", email, code)).toBe("in");
  });

  test("digits of one person open nothing for another", async () => {
    const { code } = await recovering();
    const other = await recovering();
    expect(await codeFor("recovery", other.email, code === other.code ? otherThan(code) : code)).toEqual(
      WRONG_CODE,
    );
  });

  test("after five tries the digits are over; the link is not", async () => {
    const { email, code, link } = await recovering();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await codeFor("recovery", email, otherThan(code))).toEqual(WRONG_CODE);
    expect(await codeFor("recovery", email, code)).toEqual(WRONG_CODE);
    expect((await openLink(link)).fragment.access_token).toBeDefined();
  });

  test("eight who type the right digits at once: one is in", async () => {
    const { email, code } = await recovering();
    const entered = await Promise.all(Array.from({ length: 8 }, () => codeFor("recovery", email, code)));
    expect(entered.filter((each) => each === "in")).toHaveLength(1);
  });

  test("digits end with their time", async () => {
    const { email, code, id } = await recovering();
    await expire(id);
    expect(await codeFor("recovery", email, code)).toEqual(WRONG_CODE);
  });

  test.each([
    [{}, 400, "validation_failed", "Verify requires a verification type"],
    [{ type: "signup" }, 400, "validation_failed", "Verify requires either a token or a token hash"],
    [
      { type: "signup", token: "123456" },
      400,
      "validation_failed",
      "Only an email address or phone number should be provided on verify",
    ],
    [
      { type: "signup", token_hash: "a", email: "a@example.org" },
      400,
      "validation_failed",
      "Only the token_hash and type should be provided",
    ],
    [{ type: "constructor", token_hash: "a" }, 400, "validation_failed", "Unsupported verification type"],
    [{ type: "signup", token_hash: "\u0000" }, 403, "otp_expired", "Email link is invalid or has expired"],
    [
      { type: "signup", token: "123456", email: "\u0000" },
      403,
      "otp_expired",
      "Token has expired or is invalid",
    ],
    [{ type: ["signup"] }, 400, "bad_json", "Could not parse request body as JSON"],
  ])("%j is refused", async (json, status, code, message) => {
    const answer = await callAuth(server, "/verify", { json, headers: NEW_ERROR_SHAPE });
    expect([answer.status, answer.body]).toEqual([status, { code, message }]);
  });
});
