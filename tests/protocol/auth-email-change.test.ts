import { describe, expect, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE, signIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createAccount, newEmail } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";

const server = sharedServer();

async function signedIn() {
  const person = await createAccount(server);
  return { ...person, token: (await signIn(server, person.email)).access_token as string };
}
const putUser = (token: string, json: unknown) =>
  callAuth(server, "/user", { method: "PUT", json, headers: { ...NEW_ERROR_SHAPE, ...bearer(token) } });

describe("a new address", () => {
  test("holds once both the new and the old one have confirmed", async () => {
    const { email, token } = await signedIn();
    const next = newEmail("moved");
    const { body } = await putUser(token, { email: next.toUpperCase() });
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

  test("can be confirmed by typing both codes", async () => {
    const { email, token } = await signedIn();
    const next = newEmail("moved");
    await putUser(token, { email: next });
    const client = createVisitor(server);
    for (const address of [email, next]) {
      const { code } = await waitForMail(server, address, { kind: "email_change" });
      expect(
        (await client.auth.verifyOtp({ type: "email_change", email: address, token: code })).error,
      ).toBeNull();
    }
    expect((await client.auth.getUser()).data.user?.email).toBe(next);
  });

  test("that is asked for once more starts anew for both", async () => {
    const { email, token } = await signedIn();
    const next = newEmail("moved");
    await putUser(token, { email: next });
    const client = createVisitor(server);
    const { code } = await waitForMail(server, email, { kind: "email_change" });
    await client.auth.verifyOtp({ type: "email_change", email, token: code });
    expect((await client.auth.resend({ type: "email_change", email })).error).toBeNull();
    const { link } = await waitForMail(server, next, { kind: "email_change", count: 2 });
    const opened = await fetch(link as URL, { redirect: "manual" });
    expect(opened.headers.get("location")).toContain("#message=");
  });

  test("that is taken is refused, also when it is taken between the mail and the click", async () => {
    const { token, email } = await signedIn();
    const { email: taken } = await createAccount(server);
    const { status, body } = await putUser(token, { email: taken });
    expect([status, body.code]).toEqual([422, "email_exists"]);

    const next = newEmail("moved");
    await putUser(token, { email: next });
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

  test("that is pending is over after a change of the password", async () => {
    const { token } = await signedIn();
    await putUser(token, { email: newEmail("moved") });
    const { body } = await putUser(token, { password: "a new password" });
    expect(body.new_email).toBeUndefined();
  });
});
