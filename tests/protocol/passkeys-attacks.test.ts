import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { callAuth, isSignedIn, NEW_ERROR_SHAPE, putUser, signIn } from "../world/auth-calls.ts";
import { createVisitor } from "../world/clients.ts";
import { waitForMail } from "../world/mailbox.ts";
import {
  addPasskey,
  createPasskey,
  type Deviations,
  type Passkey,
  signInWithPasskey,
  signWith,
} from "../world/passkeys.ts";
import { createAccount, PASSWORD } from "../world/people.ts";
import { sessionOf, signInWithFirstStep, unwrap } from "../world/second-step.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();
const REFUSED = {
  status: 400,
  code: "webauthn_verification_failed",
  message: "The passkey could not be verified",
};
const USED = { status: 400, code: "webauthn_challenge_not_found" };

async function createMember(account: Parameters<typeof createAccount>[1] = {}) {
  const created = await createAccount(server, account);
  return { ...created, client: await signInWithFirstStep(server, created.email) };
}

const verify = (challenge_id: string, credential: unknown) =>
  callAuth(server, "/passkeys/authentication/verify", {
    json: { challenge_id, credential },
    headers: NEW_ERROR_SHAPE,
  });

const startSignIn = async () => unwrap(await createVisitor(server).auth.passkey.startAuthentication());

const failuresOf = (userId: string) =>
  queryAt<{ reason: string }>(
    server.databaseUrl,
    "select details ->> 'reason' as reason from public.security_events where user_id = $1 and kind = 'sign-in failed'",
    [userId],
  );

/** The flags of a response: user present 1, user verified 4, backup eligible 8, backed up 16, extensions 128. */
const DEVIATIONS: readonly (readonly [string, Deviations])[] = [
  ["for another origin", { origin: "https://maarga.example" }],
  ["for another port", { origin: "http://localhost:1" }],
  ["for another site", { rpId: "example.org" }],
  ["in a frame of another site", { crossOrigin: true }],
  ["of another purpose", { type: "payment.get" }],
  ["for a challenge of the attacker", { challenge: randomBytes(32).toString("base64url") }],
  ["without user verification", { flags: 0x01 }],
  ["without user presence", { flags: 0x04 }],
  ["that is backed up but not eligible for backup", { flags: 0x15 }],
  ["with truncated data", { changeAuthData: (bytes) => bytes.subarray(0, bytes.length - 1) }],
  ["with bytes after its data", { changeAuthData: (bytes) => Buffer.concat([bytes, Buffer.from([0])]) }],
  ["that announces extensions and has none", { flags: 0x85 }],
];

describe("attack: a registration", () => {
  test.each<readonly [string, Deviations]>([
    ...DEVIATIONS,
    ["that is cut off", { changeAttestation: (bytes) => bytes.subarray(0, 60) }],
    ["that is nested deeply", { changeAttestation: () => Buffer.alloc(10_000, 0x81) }],
    ["that is no map", { changeAttestation: () => Buffer.from([0x80]) }],
    ["whose point is not on the curve", { changeAuthData: (bytes) => breakLastByte(bytes) }],
    ["whose credential id has no bytes", { id: Buffer.alloc(0) }],
    ["whose credential id is too long", { id: Buffer.alloc(1_024) }],
  ])("%s is refused", async (_case, deviations) => {
    const { client } = await createMember();
    const { challenge_id, options } = unwrap(await client.auth.passkey.startRegistration());
    const { credential } = createPasskey(server.url, options, deviations);
    const { error } = await client.auth.passkey.verifyRegistration({ challengeId: challenge_id, credential });
    expect(error).toMatchObject(REFUSED);
    expect(unwrap(await client.auth.passkey.list())).toEqual([]);
  });

  test("with the challenge of somebody else, or of another of their sessions, is refused", async () => {
    const owner = await createMember();
    const other = await createMember();
    const second = await signInWithFirstStep(server, owner.email);
    const { challenge_id, options } = unwrap(await owner.client.auth.passkey.startRegistration());
    const { credential } = createPasskey(server.url, options);
    for (const { auth } of [other.client, second])
      expect(
        (await auth.passkey.verifyRegistration({ challengeId: challenge_id, credential })).error,
      ).toMatchObject(REFUSED);
  });

  test("with the challenge of a sign-in is refused, and the other way round", async () => {
    const { client } = await createMember();
    const passkey = await addPasskey(client, server.url);
    const signIn = await startSignIn();
    const { credential } = createPasskey(server.url, signIn.options);
    expect(
      (await client.auth.passkey.verifyRegistration({ challengeId: signIn.challenge_id, credential })).error,
    ).toMatchObject(REFUSED);
    const { challenge_id, options } = unwrap(await client.auth.passkey.startRegistration());
    const { body } = await verify(challenge_id, signWith(passkey, server.url, options));
    expect(body.code).toBe(REFUSED.code);
  });

  test("with a used challenge is refused, even at the same moment", async () => {
    const { client } = await createMember();
    const { challenge_id, options } = unwrap(await client.auth.passkey.startRegistration());
    const register = () =>
      client.auth.passkey.verifyRegistration({
        challengeId: challenge_id,
        credential: createPasskey(server.url, options).credential,
      });
    const replies = await Promise.all([register(), register(), register()]);
    expect(replies.filter(({ error }) => error === null)).toHaveLength(1);
    expect((await register()).error).toMatchObject(USED);
    expect(unwrap(await client.auth.passkey.list())).toHaveLength(1);
  });

  test("of the passkey of somebody else is refused", async () => {
    const owner = await createMember();
    const { id } = await addPasskey(owner.client, server.url);
    const thief = await createMember();
    await expect(addPasskey(thief.client, server.url, { id })).rejects.toMatchObject({
      status: 422,
      code: "webauthn_credential_exists",
    });
  });

  test("in a session that has ended is refused", async () => {
    const { client } = await createMember();
    const { challenge_id, options } = unwrap(await client.auth.passkey.startRegistration());
    const { access_token } = await sessionOf(client);
    await client.auth.signOut();
    const reply = await callAuth(server, "/passkeys/registration/verify", {
      json: { challenge_id, credential: createPasskey(server.url, options).credential },
      headers: { ...NEW_ERROR_SHAPE, authorization: `Bearer ${access_token}` },
    });
    expect([reply.status, reply.body.code]).toEqual([403, "session_not_found"]);
  });
});

describe("attack: a sign-in", () => {
  test.each<readonly [string, Deviations]>([
    ...DEVIATIONS,
    ["in the name of another account", { userHandle: randomBytes(16).toString("base64url") }],
  ])("%s is refused and recorded", async (_case, deviations) => {
    const { id, client } = await createMember();
    const passkey = await addPasskey(client, server.url);
    const { data, error } = await signInWithPasskey(createVisitor(server), server.url, passkey, deviations);
    expect(error).toMatchObject(REFUSED);
    expect(data).toBeNull();
    expect(await failuresOf(id)).toEqual([{ reason: "passkey" }]);
  });

  test("with a wrong signature reads like one with an unknown or a removed passkey", async () => {
    const { client } = await createMember();
    const passkey = await addPasskey(client, server.url);
    const forger = {
      ...passkey,
      privateKey: createPasskey(server.url, { challenge: "" }).passkey.privateKey,
    };
    const unknown: Passkey = { ...passkey, id: randomBytes(16) };
    const replies = [];
    for (const used of [forger, unknown, "removed"] as const) {
      if (used === "removed") await client.auth.passkey.delete({ passkeyId: passkey.rowId });
      const { challenge_id, options } = await startSignIn();
      const signed = signWith(used === "removed" ? passkey : used, server.url, options);
      const { status, body } = await verify(challenge_id, signed);
      replies.push({ status, body });
    }
    const { status, code, message } = REFUSED;
    expect(replies).toEqual(Array(3).fill({ status, body: { code, message } }));
  });

  test("with a used challenge is refused, even at the same moment", async () => {
    const { client } = await createMember();
    const passkey = await addPasskey(client, server.url);
    const { challenge_id, options } = await startSignIn();
    const signed = signWith(passkey, server.url, options);
    const replies = await Promise.all([1, 2, 3].map(() => verify(challenge_id, signed)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await verify(challenge_id, signed)).body.code).toBe(USED.code);
  });

  test("with an expired or a forged challenge is refused", async () => {
    const { client } = await createMember();
    const passkey = await addPasskey(client, server.url);
    const { challenge_id, options } = await startSignIn();
    const signed = signWith(passkey, server.url, options);
    const [expiry, nonce] = challenge_id.split(".");
    expect((await verify(`${Number(expiry) - 301}.${nonce}`, signed)).body.code).toBe(
      "webauthn_challenge_expired",
    );
    expect((await verify(`${Number(expiry) + 1}.${nonce}`, signed)).body.code).toBe(REFUSED.code);
    for (const id of ["", "1", `${challenge_id}x`, crypto.randomUUID()])
      expect((await verify(id, signed)).body.code).toBe(USED.code);
  });

  test("with a copied passkey is refused and recorded when its counter falls behind", async () => {
    const { id, client } = await createMember();
    const passkey = await addPasskey(client, server.url, { signCount: 5 });
    const signIn = (signCount: number) =>
      signInWithPasskey(createVisitor(server), server.url, passkey, { signCount });
    unwrap(await signIn(7));
    for (const signCount of [7, 6, 0]) expect((await signIn(signCount)).error).toMatchObject(REFUSED);
    unwrap(await signIn(8));
    expect(await failuresOf(id)).toEqual(Array(3).fill({ reason: "passkey counter" }));
  });

  test("of a banned user is refused, and tells only the owner of the passkey", async () => {
    const { id, client } = await createMember();
    const passkey = await addPasskey(client, server.url);
    await queryAt(server.databaseUrl, "update auth.users set banned_until = 'infinity' where id = $1", [id]);
    const visitor = createVisitor(server);
    expect((await signInWithPasskey(visitor, server.url, passkey)).error).toMatchObject({
      code: "user_banned",
    });
    expect((await signInWithPasskey(visitor, server.url, passkey, { flags: 0x01 })).error).toMatchObject(
      REFUSED,
    );
  });

  test("of a deleted user is refused, and the passkey is gone with the account", async () => {
    const { id, client } = await createMember();
    const passkey = await addPasskey(client, server.url);
    unwrap(await signInWithPasskey(createVisitor(server), server.url, passkey));
    await queryAt(server.databaseUrl, "delete from auth.users where id = $1", [id]);
    const { error } = await signInWithPasskey(createVisitor(server), server.url, passkey);
    expect(error).toMatchObject(REFUSED);
    expect(
      await queryAt(server.databaseUrl, "select from auth.passkeys where credential_id = $1", [passkey.id]),
    ).toEqual([]);
  });

  test.each([
    ["nothing", undefined, 400],
    ["no credential", { challenge_id: "1" }, 400],
    ["bytes that are no base64url", { id: "!", type: "public-key", response: {} }, 400],
    ["a megabyte", { id: "A".repeat(1_000_000) }, 413],
  ])("that sends %s is refused", async (_case, credential, status) => {
    expect((await verify("1", credential)).status).toBe(status);
  });

  test("a flood of requested challenges stores nothing", async () => {
    const challenges = await Promise.all(Array.from({ length: 50 }, startSignIn));
    const ids = challenges.map(({ challenge_id }) => challenge_id);
    const stored = "select id from auth.used_passkey_challenges where id = any ($1)";
    expect(await queryAt(server.databaseUrl, stored, [ids])).toEqual([]);
  });
});

test("attack: the password alone changes neither the password nor the address of an admin with a passkey, but a mailed code does", async () => {
  const { email, client } = await createMember({ isAdmin: true });
  const passkey = await addPasskey(client, server.url);
  const strong = createVisitor(server);
  unwrap(await signInWithPasskey(strong, server.url, passkey));
  const thief = (await signIn(server, email)).access_token;
  const [current_password, password] = [PASSWORD, "a password of the thief"];
  for (const change of [
    { password, current_password },
    { password, current_password: "a guess" },
    { email: "thief@example.org", current_password },
  ])
    expect(await putUser(server, thief, change)).toMatchObject({
      status: 403,
      body: { code: "insufficient_aal", message: expect.stringContaining("your fingerprint or screen lock") },
    });
  const { access_token } = await sessionOf(strong);
  expect(await isSignedIn(server, access_token)).toBe(true);

  // The owner, who has lost the device with the passkey, ends its session.
  await callAuth(server, "/recover", { json: { email } });
  const { code } = await waitForMail(server, email, { kind: "recovery" });
  const recovered = await callAuth(server, "/verify", { json: { type: "recovery", email, token: code } });
  expect((await putUser(server, recovered.body.access_token, { password: "my new password" })).status).toBe(
    200,
  );
  for (const ended of [thief, access_token]) expect(await isSignedIn(server, ended)).toBe(false);

  unwrap(await signInWithPasskey(strong, server.url, passkey));
  const changed = { password: "my next password", current_password: "my new password" };
  expect((await putUser(server, (await sessionOf(strong)).access_token, changed)).status).toBe(200);
});

function breakLastByte(bytes: Buffer): Buffer {
  const broken = Buffer.from(bytes);
  broken.writeUInt8(broken.readUInt8(broken.length - 1) ^ 1, broken.length - 1);
  return broken;
}
