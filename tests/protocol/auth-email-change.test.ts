import { describe, expect, test } from "vitest";
import { bearer, callAuth, openLink, putUser, signIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createMember } from "../world/members.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

describe("a new email address", () => {
  test("replaces the old one once the links to both are opened", async () => {
    const { email, token } = await createMember(server);
    const next = newEmail("moved");
    const { body } = await putUser(server, token, {
      email: next.toUpperCase(),
      current_password: PASSWORD,
    });
    expect(body).toMatchObject({ email, new_email: next, email_change_sent_at: expect.any(String) });

    const first = await openLink((await waitForMail(server, next, { kind: "email_change" })).link);
    expect(first.fragment.message).toContain("Confirmation link accepted.");
    expect((await signIn(server, email)).user.new_email).toBe(next);

    const second = await openLink((await waitForMail(server, email, { kind: "email_change" })).link);
    expect(second.fragment.access_token).toBeDefined();
    await expect(signIn(server, email)).rejects.toThrow("invalid_credentials");
    const { user } = await signIn(server, next);
    expect(user.email).toBe(next);
    expect(user.new_email).toBeUndefined();
    expect(user.identities[0].identity_data.email).toBe(next);
  });

  test("attack: a reader of the old mailbox keeps the links and codes that were sent there", async () => {
    const { email, token } = await createMember(server);
    await callAuth(server, "/recover", { json: { email } });
    const earlier = await waitForMail(server, email, { kind: "recovery" });
    const next = newEmail("moved");
    await putUser(server, token, { email: next, current_password: PASSWORD });
    for (const address of [email, next])
      await openLink((await waitForMail(server, address, { kind: "email_change" })).link);
    expect((await signIn(server, next)).user.email).toBe(next);

    expect((await openLink(earlier.link)).fragment.error_code).toBe("otp_expired");
    const json = { type: "recovery", email, token: earlier.code };
    expect((await callAuth(server, "/verify", { json })).status).toBe(403);
  });

  test("can be confirmed with the codes in both mails", async () => {
    const { email, token } = await createMember(server);
    const next = newEmail("moved");
    await putUser(server, token, { email: next, current_password: PASSWORD });
    const client = createVisitor(server);
    for (const address of [email, next]) {
      const { code } = await waitForMail(server, address, { kind: "email_change" });
      expect(
        (await client.auth.verifyOtp({ type: "email_change", email: address, token: code })).error,
      ).toBeNull();
    }
    expect((await client.auth.getUser()).data.user?.email).toBe(next);
  });

  test("needs both confirmations again after its mails are resent", async () => {
    const { email, token } = await createMember(server);
    const next = newEmail("moved");
    await putUser(server, token, { email: next, current_password: PASSWORD });
    const client = createVisitor(server);
    const { code } = await waitForMail(server, email, { kind: "email_change" });
    await client.auth.verifyOtp({ type: "email_change", email, token: code });
    expect((await client.auth.resend({ type: "email_change", email })).error).toBeNull();
    const { link } = await waitForMail(server, next, { kind: "email_change", count: 2 });
    expect((await openLink(link)).fragment.message).toBeDefined();
  });

  test("is refused at the second confirmation if another account has got it since the request", async () => {
    const { token, email } = await createMember(server);
    const next = newEmail("moved");
    await putUser(server, token, { email: next, current_password: PASSWORD });
    await createAccount(server, { email: next });
    await openLink((await waitForMail(server, email, { kind: "email_change" })).link);
    const last = await openLink((await waitForMail(server, next, { kind: "email_change" })).link);
    expect(last.fragment.error_code).toBe("email_exists");
    expect((await signIn(server, email)).user.email).toBe(email);
  });

  test("attack: a list of addresses, to find out who has an account, gets the same reply for a taken one", async () => {
    const { email: taken } = await createAccount(server);
    const shapes = [];
    for (const next of [taken, newEmail()]) {
      const { email, token, id } = await createMember(server);
      const reply = await putUser(server, token, { email: next, current_password: PASSWORD });
      expect(reply.body.new_email).toBe(next);
      const shape = (body: unknown) =>
        JSON.stringify(body)
          .replaceAll(next, "NEXT")
          .replaceAll(email, "ADDRESS")
          .replaceAll(id, "ID")
          .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "UUID")
          .replaceAll(/"20\d\d-[^"]*Z"/g, "TIME");
      // The owner of the old address gets the same mail, and their confirmation the same answer.
      const { fragment } = await openLink((await waitForMail(server, email, { kind: "email_change" })).link);
      const later = await callAuth(server, "/user", { headers: bearer(token) });
      shapes.push([reply.status, shape(reply.body), fragment, later.status, shape(later.body)]);
    }
    expect(shapes[1]).toEqual(shapes[0]);
    const { subject, link, code } = await waitForMail(server, taken);
    expect([subject, link, code]).toEqual(["You already have a Maarga account", null, ""]);
  });

  test("is no longer pending after a change of the password", async () => {
    const { token } = await createMember(server);
    await putUser(server, token, { email: newEmail("moved"), current_password: PASSWORD });
    const { body } = await putUser(server, token, {
      password: "a new password",
      current_password: PASSWORD,
    });
    expect(body.new_email).toBeUndefined();
  });
});

describe("a change that is not confirmed yet", () => {
  const request = async () => {
    const { id, email } = await createAccount(server);
    // A sign-in with the password, because one by mail would be a proof of its own.
    const { access_token: token } = await signIn(server, email);
    const next = newEmail("moved");
    await putUser(server, token, { email: next, current_password: PASSWORD });
    return { id, email, token, next };
  };
  const forgetMailLimits = () => queryAt(server.databaseUrl, "delete from private.rate_limits");

  test("sends its mails again without another proof, to no other address", async () => {
    const { token, next } = await request();
    await forgetMailLimits();
    expect((await putUser(server, token, { email: next })).status).toBe(200);
    expect((await putUser(server, token, { email: newEmail("thief") })).body.code).toBe(
      "reauthentication_needed",
    );
  });

  test("is cancelled by the current address, and its mails become useless", async () => {
    const { id, email, token, next } = await request();
    const { code } = await waitForMail(server, next, { kind: "email_change" });
    const { body } = await putUser(server, token, { email });
    expect(body.new_email).toBeUndefined();
    const client = createVisitor(server);
    const { error } = await client.auth.verifyOtp({
      type: "email_change",
      email: next,
      token: code as string,
    });
    expect(error?.code).toBe("otp_expired");
    expect(
      await queryAt(server.databaseUrl, "select from auth.one_time_tokens where user_id = $1", [id]),
    ).toEqual([]);
  });
});
