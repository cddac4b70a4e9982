import { describe, expect, test } from "vitest";
import { isSignedIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { addPasskey, signInWithPasskey } from "../world/passkeys.ts";
import { createAccount, PASSWORD } from "../world/people.ts";
import { codeOf, createTwoStepMember, sessionOf, signInWithFirstStep, unwrap } from "../world/second-step.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();

const press = async (email: string, subject: string, count = 1) => {
  const { text } = await waitForMail(server, email, { subject, count });
  const button = /https?:\S+\/not-me\/v1\S+/.exec(text ?? "")?.[0] as string;
  expect((await fetch(button, { method: "POST" })).status).toBe(200);
};

describe("the button of a notice mail", () => {
  const factorsOf = async (id: string) =>
    (
      await queryAt(
        server.databaseUrl,
        "select factor_type from auth.factors where user_id = $1 order by created_at",
        [id],
      )
    ).map(({ factor_type }) => factor_type);

  test("removes an app that a thief has added, so that the owner gets back in", async () => {
    const { id, email } = await createTwoStepMember(server);
    await press(email, "Two-step login is on");
    expect(await factorsOf(id)).toEqual([]);
  });

  test("attack: of an earlier notice about something else does not remove the app", async () => {
    const { id, email } = await createAccount(server);
    const client = await signInWithFirstStep(server, email);
    const change = { password: "a new password", current_password: PASSWORD };
    unwrap(await client.auth.updateUser(change));
    await waitForMail(server, email, { subject: "Your password was changed" });
    const { id: factorId, totp } = unwrap(await client.auth.mfa.enroll({ factorType: "totp" }));
    unwrap(await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) }));
    await press(email, "Your password was changed");
    expect(await factorsOf(id)).toEqual(["totp"]);
  });

  test("attack: does not remove an older app for somebody who reads the owner's mail", async () => {
    const { id, email, client } = await createTwoStepMember(server);
    unwrap(await client.auth.mfa.recoveryCodes.generate());
    await press(email, "You have new recovery codes");
    expect(await factorsOf(id)).toEqual(["totp"]);
  });
});

describe("the button of the notice about another app", () => {
  async function addApp() {
    const member = await createTwoStepMember(server);
    const added = unwrap(await member.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "new" }));
    const code = codeOf(added.totp.secret);
    unwrap(await member.client.auth.mfa.challengeAndVerify({ factorId: added.id, code }));
    return { ...member, addedId: added.id };
  }
  const appsOf = async (id: string) =>
    (await queryAt(server.databaseUrl, "select id from auth.factors where user_id = $1", [id])).map(
      (app) => app.id,
    );

  test("removes that app and keeps the older one", async () => {
    const { id, email, factorId } = await addApp();
    await press(email, "Two-step login got another app");
    expect(await appsOf(id)).toEqual([factorId]);
  });

  test("attack: keeps the only app of an owner who has changed phones, even if a thief presses it", async () => {
    const { id, email, client, factorId, addedId } = await addApp();
    unwrap(await client.auth.mfa.unenroll({ factorId }));
    await press(email, "Two-step login got another app");
    expect(await appsOf(id)).toEqual([addedId]);
  });
});

async function createMember(isAdmin = false) {
  const account = await createAccount(server, { isAdmin });
  return { ...account, client: await signInWithFirstStep(server, account.email) };
}

describe("the button of a notice mail, with a passkey", () => {
  const countPasskeys = async (id: string) =>
    (await queryAt(server.databaseUrl, "select from auth.passkeys where user_id = $1", [id])).length;

  test("removes a passkey that a thief has added, and ends its sessions", async () => {
    const { id, email, client } = await createMember();
    const passkey = await addPasskey(client, server.url);
    const thief = createVisitor(server);
    unwrap(await signInWithPasskey(thief, server.url, passkey));
    const { access_token } = await sessionOf(thief);
    await press(email, "A passkey was added to your account");
    expect(await countPasskeys(id)).toBe(0);
    expect(await isSignedIn(server, access_token)).toBe(false);
    expect((await signInWithPasskey(thief, server.url, passkey)).error).toMatchObject({
      code: "webauthn_verification_failed",
    });
  });

  test("in a notice about another change removes it too, because a passkey is a way in, as the password is", async () => {
    const { id, email, client } = await createMember();
    await addPasskey(client, server.url);
    unwrap(await client.auth.updateUser({ password: "a new password", current_password: PASSWORD }));
    const { text } = await waitForMail(server, email, { subject: "Your password was changed" });
    expect(text?.replace(/\s+/g, " ")).toContain("a fingerprint or screen lock still can");
    await press(email, "Your password was changed");
    expect(await countPasskeys(id)).toBe(0);
  });

  test("attack: keeps the older passkey of an admin, because it may be their second step", async () => {
    const { id, email, client } = await createMember(true);
    const passkey = await addPasskey(client, server.url);
    const strong = createVisitor(server);
    unwrap(await signInWithPasskey(strong, server.url, passkey));
    await addPasskey(strong, server.url);
    expect(await countPasskeys(id)).toBe(2);
    await queryAt(
      server.databaseUrl,
      "delete from auth.notice_tokens where user_id = $1 and expires_at < (select max(expires_at) from auth.notice_tokens where user_id = $1)",
      [id],
    );
    await press(email, "A passkey was added to your account", 2);
    expect(await countPasskeys(id)).toBe(1);
  });
});
