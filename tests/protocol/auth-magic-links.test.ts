import { describe, expect, test } from "vitest";
import { callAuth, NEW_ERROR_SHAPE, openLink } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

describe("a sign-in link without a password", () => {
  test("signs in a person with an account", async () => {
    const { email } = await createAccount(server);
    const client = createVisitor(server);
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull();
    const { code } = await waitForMail(server, email, { kind: "magiclink" });
    const { data } = await client.auth.verifyOtp({ type: "email", email, token: code });
    expect(data.user?.email).toBe(email);
  });

  test("creates no account", async () => {
    const email = newEmail();
    const { status, body } = await callAuth(server, "/otp", { json: { email, create_user: true } });
    expect([status, body]).toEqual([200, {}]);
    expect(await queryAt(server.databaseUrl, "select 1 from auth.users where email = $1", [email])).toEqual(
      [],
    );
  });
});

describe("a mail that is resent", () => {
  test("confirms the sign-up, and is not sent once the address is confirmed", async () => {
    const email = newEmail();
    const client = createVisitor(server);
    await client.auth.signUp({ email, password: PASSWORD });
    await waitForMail(server, email, { kind: "signup" });
    expect((await client.auth.resend({ type: "signup", email })).error).toBeNull();
    const { link } = await waitForMail(server, email, { kind: "signup", count: 2 });
    expect((await openLink(link)).fragment.type).toBe("signup");

    expect((await client.auth.resend({ type: "signup", email })).error).toBeNull();
    const waiting = await queryAt(
      server.databaseUrl,
      "select 1 from auth.one_time_tokens token join auth.users person on person.id = user_id where email = $1",
      [email],
    );
    expect(waiting).toEqual([]);
  });

  test.each([
    [{}, 400, "validation_failed", "Missing one of these types: signup, email_change, sms, phone_change"],
    [{ type: "recovery", email: "a@example.org" }, 400, "validation_failed", /Missing one of these types/],
    [{ type: "sms", phone: "+919876543210" }, 422, "phone_provider_disabled", /phone/],
    [{ type: "signup" }, 400, "validation_failed", "An email address is required"],
    [{ type: "signup", email: "asha" }, 400, "validation_failed", /invalid format/],
  ])("is refused for %j", async (json, status, code, message) => {
    const response = await callAuth(server, "/resend", { json, headers: NEW_ERROR_SHAPE });
    expect(response.body).toEqual({ code, message: expect.stringMatching(message) });
    expect(response.status).toBe(status);
  });
});
