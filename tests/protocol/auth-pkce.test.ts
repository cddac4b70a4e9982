import { createHash, randomBytes } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import ws from "ws";
import { callAuth, NEW_ERROR_SHAPE, openLink, signIn, viewLink } from "../world/auth-calls.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const APP = "https://app.example/welcome";
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { REDIRECT_URLS: "https://app.example/**,maarga-app://**" } });
});
afterAll(() => server.stop());

/** The official client with the PKCE flow. It keeps its secrets in a memory of its own, as a browser does. */
function createBrowser() {
  const memory = new Map<string, string>();
  const storage = {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  };
  const auth = { flowType: "pkce", storage, autoRefreshToken: false, detectSessionInUrl: false } as const;
  return createClient(server.url, server.publishableKey, { auth, realtime: { transport: ws as never } });
}

const codeIn = (page: string) => new URL(page).searchParams.get("code") ?? "";
const createSecret = () => {
  const verifier = randomBytes(32).toString("hex");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
};
const exchange = (auth_code: string, code_verifier: string) =>
  callAuth(server, "/token?grant_type=pkce", {
    json: { auth_code, code_verifier },
    headers: NEW_ERROR_SHAPE,
  });

describe("an app on another site that asks for a mailed link with the PKCE flow", () => {
  test("signs up: the press leads back to the app, which confirms with its secret and its password", async () => {
    const email = newEmail();
    const browser = createBrowser();
    const { data } = await browser.auth.signUp({
      email,
      password: PASSWORD,
      options: { emailRedirectTo: `${APP}?from=mail`, data: { first_name: "Asha" } },
    });
    const { page, fragment } = await openLink((await waitForMail(server, email)).link);
    expect(page).toMatch(/^https:\/\/app\.example\/welcome\?from=mail&code=[\w-]{43}$/);
    expect(fragment).toEqual({});
    await expect(signIn(server, email)).rejects.toThrow("email_not_confirmed");

    const exchanged = await browser.auth.exchangeCodeForSession(codeIn(page));
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.user).toMatchObject({ id: data.user?.id, user_metadata: { first_name: "Asha" } });
    await signIn(server, email);
  });

  test.each(["recovery", "magiclink"] as const)(
    "signs in through a link of the kind %s, once",
    async (kind) => {
      const { email } = await createAccount(server);
      const browser = createBrowser();
      if (kind === "recovery") await browser.auth.resetPasswordForEmail(email, { redirectTo: APP });
      else await browser.auth.signInWithOtp({ email, options: { emailRedirectTo: "maarga-app://done" } });
      const { link } = await waitForMail(server, email, { kind });
      const { page } = await openLink(link);
      expect((await browser.auth.exchangeCodeForSession(codeIn(page))).data.user?.email).toBe(email);
      expect((await openLink(link)).fragment.error_code).toBe("otp_expired");
      const { claims } = (await browser.auth.getClaims()).data ?? {};
      expect(claims?.amr).toMatchObject([{ method: "otp" }]);
    },
  );

  test("changes the address: the second confirmation leads back with a code", async () => {
    const { email } = await createAccount(server);
    const next = newEmail("moved");
    const browser = createBrowser();
    await browser.auth.signInWithPassword({ email, password: PASSWORD });
    await browser.auth.updateUser({ email: next, current_password: PASSWORD }, { emailRedirectTo: APP });
    const first = await openLink((await waitForMail(server, email)).link);
    expect(first.fragment.message).toContain("Confirmation link accepted.");
    const second = await openLink((await waitForMail(server, next)).link);
    expect((await browser.auth.exchangeCodeForSession(codeIn(second.page))).data.user?.email).toBe(next);
  });
});

describe("attack: a code without the secret of the browser that asked", () => {
  test("signs nobody in, and does not use the link up", async () => {
    const { email } = await createAccount(server);
    const { verifier, challenge } = createSecret();
    await callAuth(server, `/recover?redirect_to=${APP}`, {
      json: { email, code_challenge: challenge, code_challenge_method: "s256" },
    });
    const code = codeIn((await openLink((await waitForMail(server, email)).link)).page);
    const wrong = await exchange(code, createSecret().verifier);
    expect([wrong.status, wrong.body.code]).toEqual([400, "bad_code_verifier"]);
    const none = await exchange(code, "");
    expect([none.status, none.body.code]).toEqual([400, "validation_failed"]);
    expect((await exchange(code, verifier)).body.user.email).toBe(email);
    expect((await exchange(code, verifier)).body.code).toBe("flow_state_not_found");
  });

  test("of a client without the PKCE flow opens nothing", async () => {
    const { email } = await createAccount(server);
    await callAuth(server, "/recover", { json: { email } });
    await waitForMail(server, email);
    const [token] = await queryAt<{ link_hash: Buffer }>(
      server.databaseUrl,
      "select link_hash from auth.one_time_tokens where sent_to = $1",
      [email],
    );
    const code = token?.link_hash.toString("base64url") ?? "";
    expect((await exchange(code, createSecret().verifier)).body.code).toBe("flow_state_not_found");
  });

  test("cannot be made from the code of a mail or from garbage", async () => {
    for (const code of ["000000", "a".repeat(43), "\u0000", "a".repeat(5000)])
      expect((await exchange(code, createSecret().verifier)).body.code).toBe("flow_state_not_found");
  });
});

describe("a link to our own pages that another browser opens", () => {
  const askAndOpen = async (fields: Record<string, string>) => {
    const { email } = await createAccount(server);
    const asking = createSecret();
    await callAuth(server, `/recover?redirect_to=${server.url}/reset-password`, {
      json: { email, code_challenge: asking.challenge, code_challenge_method: "s256" },
    });
    const { link } = await waitForMail(server, email);
    return { email, asking, link, ...(await openLink(link, { fields })) };
  };

  test("signs in the browser that pressed, and not the one that asked", async () => {
    const pressing = createSecret();
    const { email, asking, page } = await askAndOpen({
      code_challenge: pressing.challenge,
      code_challenge_method: "s256",
    });
    expect(page).toMatch(`${server.url}/reset-password?code=`);
    expect((await exchange(codeIn(page), asking.verifier)).body.code).toBe("bad_code_verifier");
    expect((await exchange(codeIn(page), pressing.verifier)).body.user.email).toBe(email);
  });

  test("gives the code ten minutes", async () => {
    const pressing = createSecret();
    const { email, page } = await askAndOpen({
      code_challenge: pressing.verifier,
      code_challenge_method: "plain",
    });
    const [{ seconds } = { seconds: 0 }] = await queryAt<{ seconds: number }>(
      server.databaseUrl,
      `update auth.one_time_tokens set expires_at = now() where sent_to = $1 and kind = 'auth_code'
       returning extract(epoch from old.expires_at - created_at)::int as seconds`,
      [email],
    );
    expect(seconds).toBe(600);
    expect((await exchange(codeIn(page), pressing.verifier)).body.code).toBe("flow_state_not_found");
  });

  test("carries no token in an address", async () => {
    const { page, fragment } = await askAndOpen({});
    expect(page).toMatch(/\?code=[\w-]{43}$/);
    expect(fragment).toEqual({});
  });
});

test.each([
  [{ code_challenge: "a".repeat(43) }],
  [{ code_challenge_method: "s256" }],
  [{ code_challenge: "too short", code_challenge_method: "s256" }],
  [{ code_challenge: "a".repeat(43), code_challenge_method: "md5" }],
  [{ code_challenge: `${"a".repeat(42)} `, code_challenge_method: "plain" }],
])("the challenge %j is refused", async (json) => {
  for (const address of ["/signup", "/recover", "/otp", "/resend"]) {
    const { status, body } = await callAuth(server, address, {
      json: { ...json, email: newEmail(), password: PASSWORD, type: "signup" },
      headers: NEW_ERROR_SHAPE,
    });
    expect([status, body.code]).toEqual([400, "validation_failed"]);
  }
});

describe("attack: a mail scanner that opens every link and follows redirects, without scripts", () => {
  const KINDS = ["signup", "recovery", "magiclink", "email_change"] as const;
  test.each(KINDS)("does not use up a link of the kind %s", async (kind) => {
    const email = newEmail();
    if (kind === "signup") await callAuth(server, "/signup", { json: { email, password: PASSWORD } });
    else await createAccount(server, { email });
    if (kind === "recovery") await callAuth(server, "/recover", { json: { email } });
    if (kind === "magiclink") await callAuth(server, "/otp", { json: { email } });
    if (kind === "email_change") {
      const browser = createBrowser();
      await browser.auth.signInWithPassword({ email, password: PASSWORD });
      await browser.auth.updateUser({ email: newEmail("moved"), current_password: PASSWORD });
    }
    const { link } = await waitForMail(server, email, { kind });
    const before = await countsOf(email);
    for (const method of ["GET", "HEAD", "GET"]) {
      const response = await fetch(link as URL, { method });
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    }
    expect(await countsOf(email)).toEqual(before);
    expect((await viewLink(link)).html).toContain("<form");
    expect((await openLink(link)).fragment.error_code).toBeUndefined();
  });

  const countsOf = (email: string) =>
    queryAt(
      server.databaseUrl,
      `select (select count(*) from auth.users where email = $1) as users,
         (select count(*) from auth.sessions join auth.users person on person.id = user_id where email = $1) as sessions,
         (select count(*) from auth.one_time_tokens where sent_to = $1) as tokens,
         (select count(*) from auth.pending_sign_ups where email = $1) as sign_ups`,
      [email],
    );
});
