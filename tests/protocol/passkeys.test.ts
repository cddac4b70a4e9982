import { describe, expect, test } from "vitest";
import { bearer, callAuth, getUser, NEW_ERROR_SHAPE } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import { type Algorithm, addPasskey, createPasskey, signInWithPasskey, signWith } from "../world/passkeys.ts";
import { createAccount, PASSWORD } from "../world/people.ts";
import {
  ageSessions,
  codeOf,
  createTwoStepMember,
  passSecondStep,
  sessionOf,
  signInWithFirstStep,
  unwrap,
} from "../world/second-step.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString());

async function createMember() {
  const account = await createAccount(server);
  return { ...account, client: await signInWithFirstStep(server, account.email) };
}

/** Calls an endpoint with a body, which the official client cannot send. */
async function callAs(client: Awaited<ReturnType<typeof createMember>>["client"], path: string, call = {}) {
  const { access_token } = await sessionOf(client);
  return callAuth(server, path, { headers: { ...NEW_ERROR_SHAPE, ...bearer(access_token) }, ...call });
}

test("the settings report that passkeys are enabled", async () => {
  expect((await callAuth(server, "/settings")).body.passkeys_enabled).toBe(true);
});

describe("adding a passkey", () => {
  test("the options ask for a passkey of this site that checks its user", async () => {
    const { id, email, client } = await createMember();
    const { challenge_id, options, expires_at } = unwrap(await client.auth.passkey.startRegistration());
    expect(challenge_id).toMatch(/^\d{10}\./);
    expect(expires_at - Date.now() / 1000).toBeGreaterThan(290);
    expect(options).toEqual({
      rp: { id: "localhost", name: "Maarga" },
      user: {
        id: Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url"),
        name: email,
        displayName: email,
      },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: "public-key", alg })),
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    });
  });

  test.each<Algorithm>(["ES256", "RS256", "EdDSA"])(
    "with a key of the kind %s, which then signs in",
    async (algorithm) => {
      const { id, client } = await createMember();
      const passkey = await addPasskey(client, server.url, { algorithm });
      const visitor = createVisitor(server);
      const { user } = unwrap(await signInWithPasskey(visitor, server.url, passkey));
      expect(user?.id).toBe(id);
      expect(unwrap(await visitor.auth.getUser()).user.id).toBe(id);
    },
  );

  test("the owner gets a mail, and the change is a security event", async () => {
    const { id, email, client } = await createMember();
    const { rowId } = await addPasskey(client, server.url);
    await waitForMail(server, email, { subject: "A passkey was added to your account" });
    expect((await client.auth.passkey.delete({ passkeyId: rowId })).error).toBeNull();
    await waitForMail(server, email, { subject: "A passkey was removed from your account" });
    const events = await queryAt<{ change: string }>(
      server.databaseUrl,
      "select details ->> 'change' as change from public.security_events where user_id = $1 and kind = 'second step changed' order by id",
      [id],
    );
    expect(events.map(({ change }) => change)).toEqual(["passkey added", "passkey removed"]);
  });

  test("the options exclude the passkeys that the account has", async () => {
    const { client } = await createMember();
    const { id } = await addPasskey(client, server.url);
    const { options } = unwrap(await client.auth.passkey.startRegistration());
    expect(options.excludeCredentials).toEqual([{ type: "public-key", id: id.toString("base64url") }]);
  });

  test("an account has at most ten", async () => {
    const { id, client } = await createMember();
    await addPasskey(client, server.url);
    const { challenge_id, options } = unwrap(await client.auth.passkey.startRegistration());
    await queryAt(
      server.databaseUrl,
      `insert into auth.passkeys (user_id, credential_id, public_key, algorithm, sign_count, friendly_name)
       select $1, gen_random_uuid()::text::bytea, '', -7, 0, 'Phone' from generate_series(2, 10)`,
      [id],
    );
    const refused = { status: 422, code: "too_many_passkeys" };
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject(refused);
    const { credential } = createPasskey(server.url, options);
    const late = await client.auth.passkey.verifyRegistration({ challengeId: challenge_id, credential });
    expect(late.error).toMatchObject(refused);
  });
});

describe("the proof for adding and removing a passkey", () => {
  test("is a sign-in of the last ten minutes, or the current password", async () => {
    const { id, client } = await createMember();
    await ageSessions(server, id);
    const needed = { status: 400, code: "reauthentication_needed" };
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject(needed);
    const start = (json: unknown) =>
      callAs(client, "/passkeys/registration/options", { method: "POST", json });
    expect((await start({ current_password: "wrong" })).body.code).toBe("current_password_invalid");
    expect((await start({ current_password: PASSWORD })).status).toBe(200);

    const young = await signInWithFirstStep(server, (await getUserOf(client)).email ?? "");
    const { rowId } = await addPasskey(young, server.url);
    expect((await client.auth.passkey.delete({ passkeyId: rowId })).error).toMatchObject(needed);
    const removal = { method: "DELETE", json: { current_password: PASSWORD } };
    expect((await callAs(client, `/passkeys/${rowId}`, removal)).status).toBe(204);
  });

  test("is a code of the last ten minutes for somebody with an app: the password is not enough", async () => {
    const member = await createTwoStepMember(server);
    await ageSessions(server, member.id);
    const reply = await callAs(member.client, "/passkeys/registration/options", {
      method: "POST",
      json: { current_password: PASSWORD },
    });
    expect([reply.status, reply.body.code]).toEqual([400, "reauthentication_needed"]);
    await passSecondStep(server, member.client, member);
    await addPasskey(member.client, server.url);
  });

  test("does not replace the second step", async () => {
    const { email } = await createTwoStepMember(server);
    const client = await signInWithFirstStep(server, email);
    for (const { error } of [
      await client.auth.passkey.startRegistration(),
      await client.auth.passkey.list(),
      await client.auth.passkey.delete({ passkeyId: crypto.randomUUID() }),
    ])
      expect(error).toMatchObject({ status: 403, code: "insufficient_aal" });
  });
});

async function getUserOf(client: Awaited<ReturnType<typeof createMember>>["client"]) {
  return unwrap(await client.auth.getUser()).user;
}

describe("the list", () => {
  test("has the name of the device, and the last use; a passkey can be renamed", async () => {
    const { client } = await createMember();
    expect(unwrap(await client.auth.passkey.list())).toEqual([]);
    const passkey = await addPasskey(client, server.url);
    const listed = { id: passkey.rowId, friendly_name: "Unknown device", created_at: TIME };
    expect(unwrap(await client.auth.passkey.list())).toEqual([listed]);
    unwrap(await signInWithPasskey(createVisitor(server), server.url, passkey));
    const renamed = { ...listed, friendly_name: "My phone", last_used_at: TIME };
    expect(
      unwrap(await client.auth.passkey.update({ passkeyId: passkey.rowId, friendlyName: " My phone " })),
    ).toEqual(renamed);
    expect(unwrap(await client.auth.passkey.list())).toEqual([renamed]);
    expect(passkey.rowId).toEqual(UUID);
  });

  test.each([[""], ["   "], ["x".repeat(121)], ["a\0b"]])("refuses the name %j", async (friendlyName) => {
    const { client } = await createMember();
    const { rowId } = await addPasskey(client, server.url);
    const { error } = await client.auth.passkey.update({ passkeyId: rowId, friendlyName });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  test("of somebody else cannot be seen, renamed or removed", async () => {
    const owner = await createMember();
    const { rowId: passkeyId } = await addPasskey(owner.client, server.url);
    const { client } = await createMember();
    expect(unwrap(await client.auth.passkey.list())).toEqual([]);
    const unknown = { status: 404, code: "webauthn_credential_not_found" };
    expect((await client.auth.passkey.update({ passkeyId, friendlyName: "Mine" })).error).toMatchObject(
      unknown,
    );
    expect((await client.auth.passkey.delete({ passkeyId })).error).toMatchObject(unknown);
    expect(unwrap(await owner.client.auth.passkey.list())).toHaveLength(1);
  });

  test("needs a session and valid ids", async () => {
    const { client } = await createMember();
    expect((await callAuth(server, "/passkeys")).status).toBe(401);
    const { error } = await client.auth.passkey.delete({ passkeyId: "1" });
    expect(error).toMatchObject({ status: 404, code: "validation_failed" });
  });
});

describe("a sign-in with a passkey", () => {
  test("passes both steps at once", async () => {
    const member = await createTwoStepMember(server, { profile: {} });
    const passkey = await addPasskey(member.client, server.url);
    const visitor = createVisitor(server);
    const { session } = unwrap(await signInWithPasskey(visitor, server.url, passkey));
    expect(claimsOf(session?.access_token ?? "")).toMatchObject({
      sub: member.id,
      aal: "aal2",
      amr: [{ method: "passkey", timestamp: expect.any(Number) }],
    });
    expect((await visitor.from("profiles").select("id")).data).toHaveLength(1);
    unwrap(await visitor.auth.refreshSession());
    expect(claimsOf((await sessionOf(visitor)).access_token).aal).toBe("aal2");
  });

  test("keeps its level when the app is removed", async () => {
    const member = await createTwoStepMember(server);
    const passkey = await addPasskey(member.client, server.url);
    const visitor = createVisitor(server);
    unwrap(await signInWithPasskey(visitor, server.url, passkey));
    unwrap(await member.client.auth.mfa.unenroll({ factorId: member.factorId }));
    unwrap(await visitor.auth.refreshSession());
    expect(claimsOf((await sessionOf(visitor)).access_token).aal).toBe("aal2");
    unwrap(await member.client.auth.refreshSession());
    expect(claimsOf((await sessionOf(member.client)).access_token).aal).toBe("aal1");
  });

  test("leaves the password as the other way in", async () => {
    const { email, client } = await createMember();
    await addPasskey(client, server.url);
    await signInWithFirstStep(server, email);
  });

  test("is a security event, and a new device gets its mail", async () => {
    const { id, email, client } = await createMember();
    const passkey = await addPasskey(client, server.url);
    const { challenge_id, options } = unwrap(await client.auth.passkey.startAuthentication());
    const reply = await callAuth(server, "/passkeys/authentication/verify", {
      json: { challenge_id, credential: signWith(passkey, server.url, options) },
      headers: { "user-agent": "Mozilla/5.0 (Linux; Android 15) Chrome/140.0" },
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("set-cookie")).toMatch(/^maarga-device-/);
    await waitForMail(server, email, { subject: "A new device logged in" });
    const [event] = await queryAt(
      server.databaseUrl,
      "select kind, device, details from public.security_events where user_id = $1 order by id desc limit 1",
      [id],
    );
    expect(event).toEqual({
      kind: "signed in",
      device: "Chrome on Android",
      details: { method: "passkey" },
    });
  });

  test("ends when its passkey is removed, except the session that removes it", async () => {
    const { client } = await createMember();
    const passkey = await addPasskey(client, server.url);
    const [lost, kept] = [createVisitor(server), createVisitor(server)];
    unwrap(await signInWithPasskey(lost, server.url, passkey));
    unwrap(await signInWithPasskey(kept, server.url, passkey));
    const { access_token } = await sessionOf(lost);
    expect((await kept.auth.passkey.delete({ passkeyId: passkey.rowId })).error).toBeNull();
    expect((await getUser(server, access_token)).body.code).toBe("session_not_found");
    for (const open of [kept, client])
      expect((await getUser(server, (await sessionOf(open)).access_token)).status).toBe(200);
  });
});

test("attack: an app that a password thief prepared does not become the second step of an admin with a passkey", async () => {
  const { email } = await createAccount(server, { isAdmin: true });
  const client = await signInWithFirstStep(server, email);
  const thief = await signInWithFirstStep(server, email);
  const { id: factorId, totp } = unwrap(await thief.auth.mfa.enroll({ factorType: "totp" }));
  await addPasskey(client, server.url);
  const refused = { status: 403, code: "insufficient_aal" };
  expect(
    (await thief.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })).error,
  ).toMatchObject(refused);
  expect((await thief.auth.mfa.enroll({ factorType: "totp" })).error).toMatchObject(refused);
  expect((await thief.auth.passkey.startRegistration()).error).toMatchObject(refused);
});
