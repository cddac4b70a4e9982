import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE, refresh } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { newEmail, PASSWORD } from "../world/people.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { SITEVERIFY_SECRET, type Siteverify, startSiteverify } from "../world/siteverify.ts";

let verifier: Siteverify;
let server: RunningServer;
beforeAll(async () => {
  verifier = await startSiteverify();
  server = await startServer({
    env: {
      BOT_CHALLENGE: "turnstile",
      BOT_CHALLENGE_SITE_KEY: "site",
      BOT_CHALLENGE_SECRET: SITEVERIFY_SECRET,
      BOT_CHALLENGE_VERIFY_URL: verifier.url,
    },
  });
});
beforeEach(() => {
  verifier.requests.length = 0;
});
afterAll(async () => {
  await server.stop();
  verifier.stop();
});

let solved = 0;
const solve = () => `good ${solved++}`;

const send = (address: string, json: object, captcha_token?: unknown, headers: object = {}) =>
  callAuth(server, address, {
    json: { ...json, gotrue_meta_security: captcha_token === undefined ? {} : { captcha_token } },
    headers: { ...NEW_ERROR_SHAPE, ...headers },
  });

const GUARDED = [
  ["/signup", { email: "a@example.org", password: "" }],
  ["/token?grant_type=password", { email: "a@example.org", password: "x" }],
  ["/recover", { email: "no address" }],
  ["/resend", { type: "signup", email: "no address" }],
  ["/otp", { email: "no address" }],
  ["/magiclink", { email: "no address" }],
] as const;

describe.each(GUARDED)("POST %s", (address, json) => {
  test.each([
    ["nothing", undefined],
    ["null", null],
    ["blank", "  "],
  ])("is refused without a token (%s)", async (_what, token) => {
    const { status, body } = await send(address, json, token);
    expect([status, body]).toEqual([
      400,
      { code: "captcha_failed", message: "captcha protection: request disallowed (no captcha_token found)" },
    ]);
    expect(verifier.requests).toEqual([]);
  });

  test("is refused with the verifier's reasons", async () => {
    const errors = ["invalid-input-response", "timeout-or-duplicate"];
    verifier.misbehave((response) => response.end(JSON.stringify({ success: false, "error-codes": errors })));
    onTestFinished(() => verifier.misbehave());
    const { status, body } = await send(address, json, "a token");
    expect([status, body]).toEqual([
      400,
      {
        code: "captcha_failed",
        message: "captcha protection: request disallowed (invalid-input-response, timeout-or-duplicate)",
      },
    ]);
  });

  test("fails with a server error while the verifier is unreachable", async () => {
    verifier.misbehave((response) => response.socket?.destroy());
    onTestFinished(() => verifier.misbehave());
    const { status, body } = await send(address, json, "a token");
    expect([status, body]).toEqual([
      500,
      { code: "unexpected_failure", message: "captcha verification process failed" },
    ]);
  });

  test("is processed with a solved challenge", async () => {
    const token = solve();
    const { status, body } = await send(address, json, token);
    expect([status, body.code]).not.toEqual([400, "captcha_failed"]);
    expect(body.code).toMatch(/^(validation_failed|invalid_credentials)$/);
    expect(verifier.requests.map(({ form }) => form.response)).toEqual([token]);
  });

  test("needs no challenge with the secret key", async () => {
    const { body } = await send(address, json, undefined, bearer(server.secretKey));
    expect(body.code).toMatch(/^(validation_failed|invalid_credentials)$/);
  });

  test("needs a challenge with any other bearer token", async () => {
    const { body } = await send(address, json, undefined, bearer("garbage"));
    expect(body.code).toBe("captcha_failed");
  });

  test("uses up no challenge if its body is not JSON", async () => {
    const { body } = await callAuth(server, address, { text: "{", headers: NEW_ERROR_SHAPE });
    expect(body.code).toBe("bad_json");
    expect(verifier.requests).toEqual([]);
  });
});

test("the verifier receives the secret, the solution and the caller's address", async () => {
  const token = solve();
  await send("/recover", { email: "a@example.org" }, token);
  expect(verifier.requests[0]?.form).toEqual({
    secret: SITEVERIFY_SECRET,
    response: token,
    remoteip: expect.stringMatching(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/),
  });
});

test("the client signs up and in with solved challenges; a refresh and a mailed link need none", async () => {
  const email = newEmail();
  const client = createVisitor(server);
  const options = () => ({ captchaToken: solve() });
  expect((await client.auth.signUp({ email, password: PASSWORD, options: options() })).error).toBeNull();
  const { code } = await waitForMail(server, email, { kind: "signup" });
  expect((await client.auth.verifyOtp({ type: "signup", email, token: code })).error).toBeNull();
  const { data, error } = await client.auth.signInWithPassword({
    email,
    password: PASSWORD,
    options: options(),
  });
  expect(error).toBeNull();
  expect((await refresh(server, data.session?.refresh_token as string)).status).toBe(200);
});

test("a sign-up without a solved challenge is refused with a message that the page recognizes", async () => {
  const { error } = await createVisitor(server).auth.signUp({ email: newEmail(), password: PASSWORD });
  expect(error?.message).toContain("captcha");
});
