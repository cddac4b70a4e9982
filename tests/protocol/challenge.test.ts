import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Challenge } from "altcha-lib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { encodeSolution, fetchChallenge, solveChallenge } from "../world/challenge.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { SITEVERIFY_SECRET, type Siteverify, startSiteverify } from "../world/siteverify.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const PASSED = { code: "invalid_credentials", message: "Invalid login credentials" };
const refused = (reason: string) => ({
  code: "captcha_failed",
  message: `captcha protection: request disallowed (${reason})`,
});

/** Signs in without an account, so a request that passes the challenge is refused for its password. */
async function signIn({ url, publishableKey }: RunningServer, token?: string) {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      "content-type": "application/json",
      "x-supabase-api-version": "2024-01-01",
    },
    body: JSON.stringify({
      email: "nobody@example.com",
      password: "not-this-one",
      gotrue_meta_security: { captcha_token: token },
    }),
  });
  return { status: response.status, body: (await response.json()) as { code: string; message: string } };
}

async function challengeSettings({ url }: RunningServer): Promise<unknown> {
  const config = (await (await fetch(`${url}/config.json`)).json()) as { botChallenge: unknown };
  return config.botChallenge;
}

describe("with our own challenge", () => {
  let database: TestDatabase;
  let dataFolder: string;
  let server: RunningServer;
  let sibling: RunningServer;
  /** A solved challenge. The tests send only changed copies of it. */
  let solved: string;

  beforeAll(async () => {
    database = await createDatabase();
    const env = { BOT_CHALLENGE: "altcha" };
    dataFolder = await mkdtemp(path.join(tmpdir(), "maarga-challenge-"));
    const start = () => startServer({ databaseUrl: database.url, dataFolder, env });
    [server, sibling] = await Promise.all([start(), start()]);
    solved = await solveChallenge(server.url);
  });

  afterAll(async () => {
    await Promise.all([server?.stop(), sibling?.stop()]);
    await database.drop();
    await rm(dataFolder, { recursive: true });
  });

  test("the config names its address, and each challenge is new", async () => {
    expect(await challengeSettings(server)).toEqual({ kind: "altcha", url: "/challenge/v1" });
    const response = await fetch(`${server.url}/challenge/v1`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const first = (await response.json()) as Challenge;
    const second = await fetchChallenge(server.url);
    expect(first.parameters.nonce).not.toBe(second.parameters.nonce);
    expect(first).toEqual({
      parameters: {
        algorithm: "PBKDF2/SHA-256",
        cost: 1000,
        expiresAt: expect.any(Number),
        keyLength: 32,
        keyPrefix: expect.stringMatching(/^[0-9a-f]{32}$/),
        keySignature: expect.stringMatching(/^[0-9a-f]{64}$/),
        nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
        salt: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const secondsLeft = Number(first.parameters.expiresAt) - Date.now() / 1000;
    expect(secondsLeft).toBeGreaterThan(300);
    expect(secondsLeft).toBeLessThanOrEqual(600);
  });

  test("a sign-in without a token is refused", async () => {
    expect(await signIn(server)).toEqual({ status: 400, body: refused("no captcha_token found") });
  });

  test("a solved challenge passes once, at any server", async () => {
    const token = await solveChallenge(server.url);
    expect(await signIn(sibling, token)).toEqual({ status: 400, body: PASSED });
    expect(await signIn(server, token)).toEqual({ status: 400, body: refused("timeout-or-duplicate") });
    expect(await signIn(sibling, token)).toEqual({ status: 400, body: refused("timeout-or-duplicate") });
  });

  test("one of twenty requests with the same token at once passes", async () => {
    const token = await solveChallenge(server.url);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => signIn(index % 2 ? server : sibling, token)),
    );
    expect(responses.filter((response) => response.body.code === PASSED.code)).toHaveLength(1);
    expect(responses.filter((response) => response.body.code === "captcha_failed")).toHaveLength(19);
  });

  test.each([
    ["with a lower cost", { cost: 1 }, "invalid-input-response"],
    ["with another key prefix", { keyPrefix: "00".repeat(16) }, "invalid-input-response"],
    ["with a later expiry", { expiresAt: 4_000_000_000 }, "invalid-input-response"],
    ["with an invalid key signature", { keySignature: "00".repeat(32) }, "invalid-input-response"],
    ["with another nonce", { nonce: "00".repeat(16) }, "invalid-input-response"],
    ["with another algorithm", { algorithm: "SHA-256" }, "invalid-input-response"],
    ["that has expired", { expiresAt: 1_700_000_000 }, "timeout-or-duplicate"],
  ])("a challenge %s is refused", async (_what, change, reason) => {
    const { challenge, solution } = JSON.parse(atob(solved));
    const changed = { ...challenge, parameters: { ...challenge.parameters, ...change } };
    const token = btoa(JSON.stringify({ challenge: changed, solution }));
    expect(await signIn(server, token)).toEqual({ status: 400, body: refused(reason) });
  });

  test("an unsolved challenge is refused", async () => {
    const challenge = await fetchChallenge(server.url);
    const solution = { counter: 500, derivedKey: challenge.parameters.keyPrefix.padEnd(64, "0") };
    const token = btoa(JSON.stringify({ challenge, solution }));
    expect(await signIn(server, token)).toEqual({ status: 400, body: refused("invalid-input-response") });
  });

  test("a challenge with the signature of another is refused", async () => {
    const { challenge } = JSON.parse(atob(solved));
    const another = await fetchChallenge(server.url);
    const token = await encodeSolution({ ...another, signature: challenge.signature });
    expect(await signIn(server, token)).toEqual({ status: 400, body: refused("invalid-input-response") });
  });

  test("random tokens are refused without an error", async () => {
    // The unit "binary" takes seconds to create.
    const anyCharacter = fc.nat({ max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint));
    const token = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1 }),
      fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes).toString("base64")),
      fc.constantFrom("[".repeat(30_000), btoa("[".repeat(3_000)), "A".repeat(30_000)),
    );
    await fc.assert(
      fc.asyncProperty(token, async (given) => {
        const { status, body } = await signIn(server, given);
        expect({ status, code: body.code }).toEqual({ status: 400, code: "captcha_failed" });
      }),
      { numRuns: 30 },
    );
  });

  test("a used challenge is deleted only after its expiry", async () => {
    await database.query("delete from private.used_challenges");
    await database.query(
      `insert into private.used_challenges values
         (decode(repeat('01', 16), 'hex'), now() - interval '2 hours'),
         (decode(repeat('02', 16), 'hex'), now() - interval '10 minutes'),
         (decode(repeat('03', 16), 'hex'), now() + interval '10 minutes')`,
    );
    await database.query("select private.delete_expired_challenges()");
    expect(
      await database.query("select get_byte(nonce, 0) as nonce from private.used_challenges order by 1"),
    ).toEqual([{ nonce: 2 }, { nonce: 3 }]);
  });
});

describe("with an external challenge service", () => {
  let service: Siteverify;
  let server: RunningServer;

  beforeAll(async () => {
    service = await startSiteverify();
    server = await startServer({
      env: {
        BOT_CHALLENGE: "hcaptcha",
        BOT_CHALLENGE_SITE_KEY: "the-site-key",
        BOT_CHALLENGE_SECRET: SITEVERIFY_SECRET,
        BOT_CHALLENGE_VERIFY_URL: service.url,
      },
    });
  });

  afterAll(async () => {
    await server?.stop();
    service.stop();
  });

  test("the config has the site key, but not the secret", async () => {
    expect(await challengeSettings(server)).toEqual({ kind: "hcaptcha", siteKey: "the-site-key" });
    expect((await fetch(`${server.url}/challenge/v1`)).status).toBe(404);
  });

  test("the service decides who passes", async () => {
    expect(await signIn(server, "good one")).toEqual({ status: 400, body: PASSED });
    expect(await signIn(server, "good one")).toEqual({
      status: 400,
      body: refused("timeout-or-duplicate"),
    });
    expect(await signIn(server, "bad one")).toEqual({
      status: 400,
      body: refused("invalid-input-response"),
    });
    expect(service.requests[0]?.form).toEqual({
      secret: SITEVERIFY_SECRET,
      response: "good one",
      remoteip: expect.stringMatching(/^(::1|(::ffff:)?127\.0\.0\.1)$/),
    });
  });

  test("while the service fails, a sign-in gets a server error", async () => {
    service.misbehave((response) => response.writeHead(503).end("<html>later</html>"));
    expect(await signIn(server, "good another")).toEqual({
      status: 500,
      body: { code: "unexpected_failure", message: "captcha verification process failed" },
    });
    service.misbehave();
    expect(await signIn(server, "good another")).toEqual({ status: 400, body: PASSED });
  });
});
