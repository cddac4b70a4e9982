import { describe, expect, onTestFinished, test } from "vitest";
import { callAuth, isSignedIn, openLink, putUser, signIn } from "../world/auth-calls.ts";
import { type Mail, mailsTo, waitForMail } from "../world/mailbox.ts";
import { createMember } from "../world/members.ts";
import { createAccount, grantAdmin, newEmail, PASSWORD } from "../world/people.ts";
import { type Server, sharedServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

const CHANGED = "Your password was changed";
const MOVED = "Your account moved to another email address";
const IN_USE = "This is now the address of your account";
const NEW_DEVICE = "A new device logged in";
const NEW_PASSWORD = "another horse battery";

const buttonOf = ({ text }: Mail) => new URL(/https?:\S+\/not-me\/v1\S+/.exec(text ?? "")?.[0] as string);
const press = (button: URL) => fetch(button, { method: "POST" });

async function changePassword(at: Server = server) {
  const member = await createMember(at);
  await putUser(at, member.token, { password: NEW_PASSWORD, current_password: PASSWORD });
  return { ...member, mail: await waitForMail(at, member.email, { subject: CHANGED }) };
}

/** Moves the account to another address, as somebody who reads both mailboxes. */
async function changeEmail(at: Server = server) {
  const member = await createMember(at);
  const next = newEmail("moved");
  await putUser(at, member.token, { email: next, current_password: PASSWORD });
  await openLink((await waitForMail(at, next, { kind: "email_change" })).link);
  const { fragment } = await openLink((await waitForMail(at, member.email, { kind: "email_change" })).link);
  return { ...member, next, thiefToken: fragment.access_token as string };
}

const expireTokens = (userId: string) =>
  queryAt(server.databaseUrl, "update auth.notice_tokens set expires_at = now() where user_id = $1", [
    userId,
  ]);

async function countNotices(userId: string): Promise<number> {
  const text = "select count(*)::int from auth.notice_tokens where user_id = $1";
  return (await queryAt<{ count: number }>(server.databaseUrl, text, [userId]))[0]?.count as number;
}

const signInWith = (email: string, userAgent: string) =>
  callAuth(server, "/token?grant_type=password", {
    json: { email, password: PASSWORD },
    headers: { "user-agent": userAgent },
  });
const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/138.0.0.0 Mobile Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1";

describe("a mail tells the owner", () => {
  test("that the password was changed", async () => {
    const { mail } = await changePassword();
    expect(mail.text).toContain("This was not me");
  });

  test("that the address was changed: the old address learns only the outline of the new one", async () => {
    const { email, next } = await changeEmail();
    const toOld = await waitForMail(server, email, { subject: MOVED });
    expect(toOld.text).toContain("m•••@example.org");
    expect(toOld.text).not.toContain(next);
    const toNew = await waitForMail(server, next, { subject: IN_USE });
    expect(toNew.text).not.toContain(email);
    expect(buttonOf(toOld).href).not.toBe(buttonOf(toNew).href);
  });

  test("of a new device, but not of the first one, nor of one that was used before", async () => {
    const { id, email } = await createAccount(server);
    for (const userAgent of [ANDROID, ANDROID, IPHONE, ANDROID, IPHONE]) await signInWith(email, userAgent);
    const mail = await waitForMail(server, email, { subject: NEW_DEVICE });
    expect(mail.text).toContain("Safari on iPhone");
    expect(await countNotices(id)).toBe(1);
  });

  test("that they were made an admin, even by a statement in the database", async () => {
    const { id, email } = await createAccount(server);
    await grantAdmin(server, id);
    expect(buttonOf(await waitForMail(server, email, { subject: "You are now an admin" }))).toBeDefined();
  });
});

describe("the button", () => {
  test("asks first, so that a mail scanner that opens the link changes nothing", async () => {
    const { token, mail } = await changePassword();
    const page = await fetch(buttonOf(mail));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Log out every device")]);
    expect(await isSignedIn(server, token)).toBe(true);
  });

  test("logs out every device, makes the password and the invitations sent useless, and starts a reset", async () => {
    const { id, email, token, mail } = await changePassword();
    const { access_token: thief } = await signIn(server, email, NEW_PASSWORD);
    await queryAt(
      server.databaseUrl,
      `insert into private.invitations (email, role, token_hash, invited_by, inviter_email, expires_at)
       values ($2, 'mentor', sha256(convert_to($2, 'UTF8')), $1, $3, now() + interval '1 day')`,
      [id, `accomplice-of-${email}`, email],
    );
    expect((await press(buttonOf(mail))).status).toBe(200);
    expect([await isSignedIn(server, token), await isSignedIn(server, thief)]).toEqual([false, false]);
    await expect(signIn(server, email, NEW_PASSWORD)).rejects.toThrow("invalid_credentials");

    const { fragment } = await openLink((await waitForMail(server, email, { kind: "recovery" })).link);
    const chosen = await putUser(server, fragment.access_token as string, {
      password: "a third horse battery",
    });
    expect(chosen.status).toBe(200);
    expect((await signIn(server, email, "a third horse battery")).user.id).toBe(id);
    expect(
      await queryAt(
        server.databaseUrl,
        "select kind from public.security_events where user_id = $1 and kind = 'change disputed'",
        [id],
      ),
    ).toEqual([{ kind: "change disputed" }]);
    const invited = "select from private.invitations where invited_by = $1";
    expect(await queryAt(server.databaseUrl, invited, [id])).toEqual([]);
  });

  test("works once", async () => {
    const { mail, email } = await changePassword();
    const statuses = await Promise.all([1, 2, 3].map(async () => (await press(buttonOf(mail))).status));
    expect(statuses.sort()).toEqual([200, 400, 400]);
    expect((await fetch(buttonOf(mail))).status).toBe(400);
    await waitForMail(server, email, { kind: "recovery" });
  });

  test.each([
    ["is changed", async (button: URL) => button.searchParams.set("token", "A".repeat(32))],
    ["is missing", async (button: URL) => button.searchParams.delete("token")],
    ["is older than seven days", async (_button: URL, userId: string) => expireTokens(userId)],
  ])("does nothing if its token %s", async (_case, change) => {
    const { id, token, mail } = await changePassword();
    const button = buttonOf(mail);
    await change(button, id);
    expect([(await fetch(button)).status, (await press(button)).status]).toEqual([400, 400]);
    expect(await isSignedIn(server, token)).toBe(true);
  });

  test("in a mail to the old address sends the reset there, and tells the support", async () => {
    const own = await startServer({ env: { SUPPORT_EMAIL: "help@example.org" } });
    onTestFinished(() => own.stop());
    const { id, email, next, thiefToken } = await changeEmail(own);
    await press(buttonOf(await waitForMail(own, email, { subject: MOVED })));
    expect(await isSignedIn(own, thiefToken)).toBe(false);
    await expect(signIn(own, next)).rejects.toThrow("invalid_credentials");

    const { fragment } = await openLink((await waitForMail(own, email, { kind: "recovery" })).link);
    expect(await isSignedIn(own, fragment.access_token as string)).toBe(true);
    const report = await waitForMail(own, "help@example.org");
    expect(report.text).toContain(id);
    expect(report.text).toContain("another email address");
    expect((await mailsTo(own, next)).filter(({ kind }) => kind === "recovery")).toEqual([]);
  });
});

test("expired tokens are removed", async () => {
  const { id } = await changePassword();
  await expireTokens(id);
  await queryAt(server.databaseUrl, "select private.delete_stale_sign_ins()");
  expect(await countNotices(id)).toBe(0);
});
