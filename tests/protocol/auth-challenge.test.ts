import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE, refresh } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { newEmail, PASSWORD } from "../world/people.ts";
import { type RunningServer, startServer } from "../world/server.ts";

/** A stand-in that speaks the verifiers' protocol: it takes one word and names a reason for all others. */
let verifier: Server;
let asked: URLSearchParams[] = [];
let server: RunningServer;
beforeAll(async () => {
  verifier = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    asked.push(form);
    if (form.get("response") === "break") {
      response.socket?.destroy();
      return;
    }
    const success = form.get("response") === "solved";
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(
        JSON.stringify(
          success
            ? { success }
            : { success, "error-codes": ["invalid-input-response", "timeout-or-duplicate"] },
        ),
      );
  }).listen(0, "127.0.0.1");
  await once(verifier, "listening");
  server = await startServer({
    env: {
      BOT_CHALLENGE: "turnstile",
      BOT_CHALLENGE_SITE_KEY: "site",
      BOT_CHALLENGE_SECRET: "secret",
      BOT_CHALLENGE_VERIFY_URL: `http://127.0.0.1:${(verifier.address() as AddressInfo).port}/`,
    },
  });
});
afterAll(async () => {
  await server.stop();
  verifier.close();
});

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
  ])("without a solved challenge (%s) goes no further", async (_what, token) => {
    asked = [];
    const { status, body } = await send(address, json, token);
    expect([status, body]).toEqual([
      400,
      { code: "captcha_failed", message: "captcha protection: request disallowed (no captcha_token found)" },
    ]);
    expect(asked).toEqual([]);
  });

  test("with one that the verifier refuses says why", async () => {
    const { status, body } = await send(address, json, "stale");
    expect([status, body]).toEqual([
      400,
      {
        code: "captcha_failed",
        message: "captcha protection: request disallowed (invalid-input-response, timeout-or-duplicate)",
      },
    ]);
  });

  test("while the verifier is out of reach says that", async () => {
    const { status, body } = await send(address, json, "break");
    expect([status, body]).toEqual([
      500,
      { code: "unexpected_failure", message: "captcha verification process failed" },
    ]);
  });

  test("with a solved one is looked at further", async () => {
    asked = [];
    const { status, body } = await send(address, json, "solved");
    expect([status, body.code]).not.toEqual([400, "captcha_failed"]);
    expect(body.code).toMatch(/^(validation_failed|invalid_credentials)$/);
    expect(asked.map((form) => form.get("response"))).toEqual(["solved"]);
  });

  test("by one of our own programs needs none", async () => {
    const { body } = await send(address, json, undefined, bearer(server.secretKey));
    expect(body.code).toMatch(/^(validation_failed|invalid_credentials)$/);
  });

  test("is not opened by a token that only looks like ours", async () => {
    const { body } = await send(address, json, undefined, bearer("garbage"));
    expect(body.code).toBe("captcha_failed");
  });

  test("that is no JSON costs no challenge", async () => {
    asked = [];
    const { body } = await callAuth(server, address, { text: "{", headers: NEW_ERROR_SHAPE });
    expect(body.code).toBe("bad_json");
    expect(asked).toEqual([]);
  });
});

test("the verifier hears the secret, the solution and the caller's address", async () => {
  asked = [];
  await send("/recover", { email: "a@example.org" }, "solved");
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ secret: "secret", response: "solved" });
  expect(asked[0]?.get("remoteip")).toMatch(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
});

test("the client signs up and in with its solved challenges; refreshing and the mailed link need none", async () => {
  const email = newEmail();
  const client = createVisitor(server);
  const options = { captchaToken: "solved" };
  expect((await client.auth.signUp({ email, password: PASSWORD, options })).error).toBeNull();
  const { code } = await waitForMail(server, email, { kind: "signup" });
  expect((await client.auth.verifyOtp({ type: "signup", email, token: code })).error).toBeNull();
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD, options });
  expect(error).toBeNull();
  expect((await refresh(server, data.session?.refresh_token as string)).status).toBe(200);
});

test("a sign-up without a solved challenge is refused in words that the page recognises", async () => {
  const { error } = await createVisitor(server).auth.signUp({ email: newEmail(), password: PASSWORD });
  expect(error?.message).toContain("captcha");
});
