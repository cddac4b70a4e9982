import { describe, expect, test } from "vitest";
import { putUser, signIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createMember } from "../world/members.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";

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

    const first = await fetch((await waitForMail(server, next, { kind: "email_change" })).link as URL, {
      redirect: "manual",
    });
    expect(first.headers.get("location")).toContain("#message=Confirmation+link+accepted.");
    expect((await signIn(server, email)).user.new_email).toBe(next);

    const second = await fetch((await waitForMail(server, email, { kind: "email_change" })).link as URL, {
      redirect: "manual",
    });
    expect(second.headers.get("location")).toContain("#access_token=");
    await expect(signIn(server, email)).rejects.toThrow("invalid_credentials");
    const { user } = await signIn(server, next);
    expect(user.email).toBe(next);
    expect(user.new_email).toBeUndefined();
    expect(user.identities[0].identity_data.email).toBe(next);
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
    const opened = await fetch(link as URL, { redirect: "manual" });
    expect(opened.headers.get("location")).toContain("#message=");
  });

  test("is refused if another account uses it, even if that account is created after the request", async () => {
    const { token, email } = await createMember(server);
    const { email: taken } = await createAccount(server);
    const { status, body } = await putUser(server, token, { email: taken, current_password: PASSWORD });
    expect([status, body.code]).toEqual([422, "email_exists"]);

    const next = newEmail("moved");
    await putUser(server, token, { email: next, current_password: PASSWORD });
    await createAccount(server, { email: next });
    await fetch((await waitForMail(server, email, { kind: "email_change" })).link as URL, {
      redirect: "manual",
    });
    const last = await fetch((await waitForMail(server, next, { kind: "email_change" })).link as URL, {
      redirect: "manual",
    });
    expect(last.headers.get("location")).toContain("error_code=email_exists");
    expect((await signIn(server, email)).user.email).toBe(email);
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
