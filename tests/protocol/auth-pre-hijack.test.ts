import { describe, expect, test } from "vitest";
import { callAuth, NEW_ERROR_SHAPE, openLink, signIn, viewLink } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { mailsTo, waitForMail } from "../world/mailbox.ts";
import { newEmail, PASSWORD } from "../world/people.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

const STRANGERS_PASSWORD = "a stranger chose this";
const STRANGERS_DATA = { first_name: "Call +91 98450 99999 to win" };

async function signUp(email: string, password: string, data: object = {}) {
  const before = (await mailsTo(server, email)).length;
  const { body } = await callAuth(server, "/signup", { json: { email, password, data } });
  return { id: body.id as string, ...(await waitForMail(server, email, { count: before + 1 })) };
}
const strangerSignsUp = (email: string) => signUp(email, STRANGERS_PASSWORD, STRANGERS_DATA);
const verify = (json: object) => callAuth(server, "/verify", { json, headers: NEW_ERROR_SHAPE });
const pendingOf = (email: string) =>
  queryAt(server.databaseUrl, "select 1 from auth.pending_sign_ups where email = $1", [email]);

/** The stranger's password opens nothing, and what they wrote is nowhere. */
async function expectNothingGained(email: string): Promise<void> {
  await expect(signIn(server, email, STRANGERS_PASSWORD)).rejects.toThrow("invalid_credentials");
  const [user] = await queryAt<{ user_metadata: object }>(
    server.databaseUrl,
    "select user_metadata from auth.users where email = $1",
    [email],
  );
  expect(user?.user_metadata).toEqual({});
  expect(await pendingOf(email)).toEqual([]);
}

describe("attack: a stranger signs up with somebody else's address", () => {
  test("and the owner follows the mailed link: only the password typed there counts", async () => {
    const email = newEmail();
    const { link } = await strangerSignsUp(email);
    const { fragment } = await openLink(link, { password: "the owner chose this" });
    expect(fragment.access_token).toBeDefined();
    expect((await signIn(server, email, "the owner chose this")).user.user_metadata).toEqual({
      email_verified: true,
    });
    await expectNothingGained(email);
  });

  test("first, and the owner signs up too and types the code of their own mail", async () => {
    const email = newEmail();
    await strangerSignsUp(email);
    const own = await signUp(email, PASSWORD, { first_name: "Asha" });
    expect((await verify({ type: "signup", email, token: own.code, sign_up_ids: [own.id] })).status).toBe(
      200,
    );
    expect((await signIn(server, email)).user).toMatchObject({
      id: own.id,
      user_metadata: { first_name: "Asha" },
    });
    await expect(signIn(server, email, STRANGERS_PASSWORD)).rejects.toThrow("invalid_credentials");
  });

  test("after the owner did: the owner's own mail still works as before", async () => {
    const email = newEmail();
    const own = await signUp(email, PASSWORD);
    await strangerSignsUp(email);
    expect((await verify({ type: "signup", email, token: own.code })).status).toBe(200);
    await signIn(server, email);
    await expectNothingGained(email);
  });

  test("in the meantime, and the owner types the code of the stranger's mail by mistake: it does nothing", async () => {
    const email = newEmail();
    const own = await signUp(email, PASSWORD);
    const { code } = await strangerSignsUp(email);
    const token = code === own.code ? "000000" : code;
    const { status } = await verify({ type: "signup", email, token, sign_up_ids: [own.id] });
    expect(status).toBe(403);
    expect((await verify({ type: "signup", email, token: own.code, sign_up_ids: [own.id] })).status).toBe(
      200,
    );
    await expectNothingGained(email);
  });

  test("and a program of the owner verifies the hash in the link: the account has no password", async () => {
    const email = newEmail();
    const { link } = await strangerSignsUp(email);
    const client = createVisitor(server);
    const token_hash = link?.searchParams.get("token") as string;
    expect((await client.auth.verifyOtp({ type: "signup", token_hash })).error).toBeNull();
    await expect(signIn(server, email, STRANGERS_PASSWORD)).rejects.toThrow("invalid_credentials");
    expect((await client.auth.updateUser({ password: "the owner chose this" })).error).toBeNull();
    await signIn(server, email, "the owner chose this");
    await expectNothingGained(email);
  });

  test("and the owner asks for another mail: it confirms the address alone", async () => {
    const email = newEmail();
    await strangerSignsUp(email);
    await callAuth(server, "/resend", { json: { type: "signup", email } });
    const { code } = await waitForMail(server, email, { kind: "signup", count: 2 });
    expect((await verify({ type: "signup", email, token: code })).status).toBe(200);
    await expectNothingGained(email);
  });

  test("and the mail and its page show nothing of what they wrote", async () => {
    const email = newEmail();
    await strangerSignsUp(email);
    const { html, text } = await waitForMail(server, email);
    expect(`${html}${text}`).not.toContain("98450");
    expect((await viewLink((await waitForMail(server, email)).link)).html).not.toContain("98450");
  });

  test("again and again: the address has five pending sign-ups, and the owner's newest one works", async () => {
    const email = newEmail();
    for (let nth = 0; nth < 7; nth += 1) await strangerSignsUp(email);
    const own = await signUp(email, PASSWORD);
    expect(await pendingOf(email)).toHaveLength(5);
    expect((await verify({ type: "signup", email, token: own.code })).status).toBe(200);
    await signIn(server, email);
  });
});

describe("a sign-up that nobody confirms", () => {
  test.each(["link", "code"] as const)("ends after 24 hours: its %s", async (kind) => {
    const email = newEmail();
    const { link, code } = await signUp(email, PASSWORD);
    const [{ seconds } = { seconds: 0 }] = await queryAt<{ seconds: number }>(
      server.databaseUrl,
      `update auth.pending_sign_ups set expires_at = now() where email = $1
       returning extract(epoch from old.expires_at - created_at)::int as seconds`,
      [email],
    );
    expect(seconds).toBe(86_400);
    if (kind === "link") expect((await openLink(link)).fragment.error_code).toBe("otp_expired");
    else expect((await verify({ type: "signup", email, token: code })).body.code).toBe("otp_expired");
    expect(
      (await callAuth(server, "/token?grant_type=password", { json: { email, password: PASSWORD } })).body
        .error_code,
    ).toBe("invalid_credentials");
    await queryAt(server.databaseUrl, "set role maarga_server; select private.delete_stale_sign_ins()");
    expect(await pendingOf(email)).toEqual([]);
  });
});

describe("the page behind the link of a sign-up", () => {
  test("keeps the link alive when the password is refused, and says why", async () => {
    const email = newEmail();
    const { link } = await signUp(email, PASSWORD);
    const refused = await openLink(link, { password: "short" });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain("Password should be at least 8 characters.");
    expect((await openLink(link, { password: "long enough now" })).fragment.access_token).toBeDefined();
  });

  test("confirms one of two links of an address that are pressed at the same time", async () => {
    const email = newEmail();
    const [first, second] = [await signUp(email, PASSWORD), await signUp(email, PASSWORD)];
    const opened = await Promise.all([
      openLink(first.link, { password: "the first password" }),
      openLink(second.link, { password: "the second password" }),
    ]);
    expect(opened.filter(({ fragment }) => fragment.access_token)).toHaveLength(1);
    expect(opened.filter(({ fragment }) => fragment.error_code === "otp_expired")).toHaveLength(1);
  });
});
