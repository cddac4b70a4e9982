import { describe, expect, test } from "vitest";
import { callAuth, NEW_ERROR_SHAPE, openLink } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { newEmail, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const signUp = (json: unknown) => callAuth(server, "/signup", { json, headers: NEW_ERROR_SHAPE });

describe("through the official client", () => {
  test("a student signs up, confirms through the mailed link, is signed in, and signs in with the password later", async () => {
    const email = newEmail();
    const client = createVisitor(server);
    const { data, error } = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { emailRedirectTo: `${server.url}/pricing`, data: { first_name: "ಆಶಾ" } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, role: "authenticated", user_metadata: { first_name: "ಆಶಾ" } });
    expect(data.user?.identities).toHaveLength(1);

    const early = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ code: "email_not_confirmed", message: "Email not confirmed" });

    const { link } = await waitForMail(server, email, { kind: "signup" });
    expect(link?.origin).toBe(server.url);
    expect(link?.searchParams.get("redirect_to")).toBe(`${server.url}/pricing`);
    const { status, page, fragment } = await openLink(link);
    expect([status, page]).toEqual([303, `${server.url}/pricing`]);
    expect(Object.keys(fragment)).toEqual([
      "access_token",
      "expires_at",
      "expires_in",
      "refresh_token",
      "sb",
      "token_type",
      "type",
    ]);
    expect(fragment).toMatchObject({ expires_in: "3600", token_type: "bearer", type: "signup", sb: "" });
    const { data: opened } = await client.auth.setSession({
      access_token: fragment.access_token as string,
      refresh_token: fragment.refresh_token as string,
    });
    // Somebody other than the person who signed up may open the link, so the name is dropped.
    expect(opened.user).toMatchObject({ email, user_metadata: { email_verified: true } });

    const later = await client.auth.signInWithPassword({ email: email.toUpperCase(), password: PASSWORD });
    expect(later.data.user?.email).toBe(email);
  });
});

describe("on the wire", () => {
  test("a new user has no fields that are not set yet", async () => {
    const email = newEmail();
    const { status, body, headers } = await callAuth(server, "/signup", {
      json: {
        email: email.toUpperCase(),
        password: PASSWORD,
        data: { state: "Karnataka" },
        gotrue_meta_security: {},
        code_challenge: null,
        code_challenge_method: null,
        role: "service_role",
        app_metadata: { admin: true },
        email_confirmed_at: "2020-01-01T00:00:00Z",
      },
    });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    const time = expect.stringMatching(TIME);
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      aud: "authenticated",
      role: "authenticated",
      email,
      phone: "",
      confirmation_sent_at: time,
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { state: "Karnataka" },
      identities: [
        {
          identity_id: expect.stringMatching(UUID),
          id: body.id,
          user_id: body.id,
          identity_data: {
            sub: body.id,
            email,
            email_verified: false,
            phone_verified: false,
            state: "Karnataka",
          },
          provider: "email",
          last_sign_in_at: time,
          created_at: time,
          updated_at: time,
          email,
        },
      ],
      created_at: time,
      updated_at: time,
      is_anonymous: false,
    });
  });

  test.each([
    ["no password", { email: "a@example.org" }, 400, "validation_failed", "Signup requires a valid password"],
    [
      "an empty password",
      { email: "a@example.org", password: "" },
      400,
      "validation_failed",
      /valid password/,
    ],
    ["a short password", { email: "a@example.org", password: "1234567" }, 422, "weak_password", /at least 8/],
    ["a common password", { email: "a@example.org", password: "Qwertyuiop" }, 422, "weak_password", /common/],
    [
      "the email as the password",
      { email: "asha.rao@example.org", password: "asha.rao@Example.org" },
      422,
      "weak_password",
      /name, email or phone/,
    ],
    [
      "the name as the password",
      { email: "a@example.org", password: "Asha Raghunathan", data: { name: "Asha Raghunathan" } },
      422,
      "weak_password",
      /name, email or phone/,
    ],
    [
      "a password of 201 characters",
      { email: "a@example.org", password: "x".repeat(201) },
      400,
      "validation_failed",
      /200/,
    ],
    [
      "an address without @",
      { email: "asha", password: PASSWORD },
      400,
      "validation_failed",
      /invalid format/,
    ],
    [
      "an address of two lines",
      { email: "a@example.org\r\nBcc: b@example.org", password: PASSWORD },
      400,
      "validation_failed",
      /format/,
    ],
    [
      "an address with a NUL",
      { email: "a\u0000@example.org", password: PASSWORD },
      400,
      "validation_failed",
      /format/,
    ],
    [
      "an address after a name",
      { email: "A <a@example.org>", password: PASSWORD },
      400,
      "validation_failed",
      /format/,
    ],
    [
      "two addresses",
      { email: "a@example.org,b@example.org", password: PASSWORD },
      400,
      "validation_failed",
      /format/,
    ],
    [
      "an address of 256 characters",
      { email: `${"a".repeat(244)}@example.org`, password: PASSWORD },
      400,
      "validation_failed",
      /format/,
    ],
    [
      "neither address nor phone",
      { password: PASSWORD },
      422,
      "anonymous_provider_disabled",
      "Anonymous sign-ins are disabled",
    ],
    [
      "a phone number",
      { phone: "+919876543210", password: PASSWORD },
      422,
      "phone_provider_disabled",
      /Phone/,
    ],
    ["an address that is a number", { email: 5, password: PASSWORD }, 400, "bad_json", /parse/],
    [
      "data that is a list",
      { email: "a@example.org", password: PASSWORD, data: [1] },
      400,
      "bad_json",
      /parse/,
    ],
    [
      "5 kB of data",
      { email: "a@example.org", password: PASSWORD, data: { a: "x".repeat(5000) } },
      400,
      "validation_failed",
      /data/,
    ],
    [
      "data that grows when stored",
      { email: "a@example.org", password: PASSWORD, data: { a: Array(600).fill(1e300) } },
      400,
      "validation_failed",
      /data/,
    ],
    [
      "data with a NUL",
      { email: "a@example.org", password: PASSWORD, data: { a: "\u0000" } },
      400,
      "validation_failed",
      /data/,
    ],
    [
      "data with half a surrogate pair",
      { email: "a@example.org", password: PASSWORD, data: { a: "\ud800" } },
      400,
      "validation_failed",
      /data/,
    ],
  ])("%s is refused", async (_what, json, status, code, message) => {
    const response = await signUp(json);
    expect(response.body).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(response.status).toBe(status);
    expect(response.headers.get("x-sb-error-code")).toBe(code);
    const stored = await queryAt(
      server.databaseUrl,
      "select 1 from auth.pending_sign_ups where email like 'a%@example.org' and email !~ '-[0-9a-f]{10}@'",
    );
    expect(stored).toEqual([]);
  });

  test("the client reports a weak password with its reasons", async () => {
    const { error } = await createVisitor(server).auth.signUp({ email: newEmail(), password: "short" });
    expect(error).toMatchObject({ name: "AuthWeakPasswordError", reasons: ["length"], status: 422 });
  });
});
