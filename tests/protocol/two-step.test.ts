import { describe, expect, test } from "vitest";
import { bearer, callAuth, getUser, NEW_ERROR_SHAPE, refresh } from "../world/auth-calls.ts";
import { waitForMail } from "../world/mailbox.ts";
import { createAccount, PASSWORD } from "../world/people.ts";
import {
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
const SECRET = expect.stringMatching(/^[A-Z2-7]{32}$/);
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString());

describe("turning two-step sign-in on", () => {
  test("the official client gets an id, a secret, the address for the app, and its QR code", async () => {
    const { email } = await createAccount(server);
    const client = await signInWithFirstStep(server, email);
    const enrolled = unwrap(await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "My phone" }));
    expect(enrolled).toEqual({
      id: UUID,
      type: "totp",
      friendly_name: "My phone",
      totp: {
        secret: SECRET,
        uri: `otpauth://totp/Maarga:${encodeURIComponent(email)}?algorithm=SHA1&digits=6&issuer=Maarga&period=30&secret=${enrolled.totp.secret}`,
        qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/),
      },
    });
  });

  test("the factor counts once its first code has been verified", async () => {
    const { email } = await createAccount(server);
    const client = await signInWithFirstStep(server, email);
    const { id, totp } = unwrap(await client.auth.mfa.enroll({ factorType: "totp" }));
    expect(unwrap(await client.auth.mfa.listFactors())).toMatchObject({
      all: [{ status: "unverified" }],
      totp: [],
    });
    const challenge = unwrap(await client.auth.mfa.challenge({ factorId: id }));
    expect(challenge).toEqual({ id: UUID, type: "totp", expires_at: expect.any(Number) });
    expect(challenge.expires_at - Date.now() / 1000).toBeGreaterThan(240);
    const wrong = await client.auth.mfa.verify({ factorId: id, challengeId: challenge.id, code: "12345x" });
    expect(wrong.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });

    unwrap(
      await client.auth.mfa.verify({ factorId: id, challengeId: challenge.id, code: codeOf(totp.secret) }),
    );
    expect(unwrap(await client.auth.mfa.listFactors()).totp).toMatchObject([
      { id, factor_type: "totp", status: "verified" },
    ]);
    expect(unwrap(await client.auth.mfa.getAuthenticatorAssuranceLevel())).toEqual({
      currentLevel: "aal2",
      nextLevel: "aal2",
      currentAuthenticationMethods: [
        { method: "totp", timestamp: expect.any(Number) },
        { method: "password", timestamp: expect.any(Number) },
      ],
    });
  });

  test("the session stays the same one, and refreshing keeps its level", async () => {
    const { email } = await createAccount(server);
    const client = await signInWithFirstStep(server, email);
    const before = claimsOf((await sessionOf(client)).access_token);
    const { id, totp } = unwrap(await client.auth.mfa.enroll({ factorType: "totp" }));
    unwrap(await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) }));
    unwrap(await client.auth.refreshSession());
    const after = claimsOf((await sessionOf(client)).access_token);
    expect(after).toMatchObject({ session_id: before.session_id, aal: "aal2" });
    expect(after.amr.map(({ method }: { method: string }) => method)).toEqual(["totp", "password"]);
  });

  test("ends the sessions on other devices, which have not passed the step", async () => {
    const { email } = await createAccount(server);
    const other = await signInWithFirstStep(server, email);
    const client = await signInWithFirstStep(server, email);
    const { id, totp } = unwrap(await client.auth.mfa.enroll({ factorType: "totp" }));
    const { access_token } = await sessionOf(other);
    expect((await getUser(server, access_token)).status).toBe(200);
    unwrap(await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) }));
    expect((await getUser(server, access_token)).body.code).toBe("session_not_found");
  });

  test("the secret is not in the database", async () => {
    const { id, secret } = await createTwoStepMember(server);
    const rows = await queryAt(server.databaseUrl, "select * from auth.factors where user_id = $1", [id]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test.each([
    ["phone", 422, "mfa_phone_enroll_not_enabled"],
    ["webauthn", 422, "mfa_webauthn_enroll_not_enabled"],
    ["telepathy", 400, "validation_failed"],
  ])("a factor of the type %s is refused", async (factor_type, status, code) => {
    const { email } = await createAccount(server);
    const { access_token } = await sessionOf(await signInWithFirstStep(server, email));
    const headers = { ...NEW_ERROR_SHAPE, ...bearer(access_token) };
    const reply = await callAuth(server, "/factors", { json: { factor_type }, headers });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  test("a name is taken once its factor is verified; an abandoned attempt does not keep it", async () => {
    const { client } = await createTwoStepMember(server);
    const enroll = (friendlyName: string) => client.auth.mfa.enroll({ factorType: "totp", friendlyName });
    unwrap(await enroll("Old phone"));
    const { id, totp } = unwrap(await enroll("Old phone"));
    unwrap(await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) }));
    expect((await enroll("Old phone")).error).toMatchObject({
      status: 422,
      code: "mfa_factor_name_conflict",
    });
  });

  test("ten factors are enough", async () => {
    const { client } = await createTwoStepMember(server);
    for (let number = 2; number <= 10; number += 1)
      unwrap(await client.auth.mfa.enroll({ factorType: "totp", friendlyName: `Phone ${number}` }));
    const { error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone 11" });
    expect(error).toMatchObject({ status: 422, code: "too_many_enrolled_mfa_factors" });
  });
});

describe("the step at sign-in", () => {
  test("the client learns that it is missing, and is let in with a code", async () => {
    const member = await createTwoStepMember(server, { profile: {} });
    const client = await signInWithFirstStep(server, member.email);
    expect(unwrap(await client.auth.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    expect((await client.from("profiles").select("id")).status).toBe(403);
    await passSecondStep(server, client, member);
    expect((await client.from("profiles").select("id")).data).toHaveLength(1);
  });

  test("a second app works as well as the first", async () => {
    const member = await createTwoStepMember(server);
    const added = unwrap(await member.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" }));
    const app = { factorId: added.id, secret: added.totp.secret };
    await passSecondStep(server, member.client, app);
    const client = await signInWithFirstStep(server, member.email);
    await passSecondStep(server, client, app);
    expect(unwrap(await client.auth.mfa.listFactors()).totp).toHaveLength(2);
  });

  test("a code may be typed with a space", async () => {
    const member = await createTwoStepMember(server);
    const client = await signInWithFirstStep(server, member.email);
    const code = codeOf(member.secret, 1);
    unwrap(
      await client.auth.mfa.challengeAndVerify({
        factorId: member.factorId,
        code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
      }),
    );
  });

  test("logging out needs no second step", async () => {
    const { email } = await createTwoStepMember(server);
    const client = await signInWithFirstStep(server, email);
    const { access_token } = await sessionOf(client);
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await getUser(server, access_token)).status).toBe(403);
  });
});

describe("turning two-step sign-in off", () => {
  test("removes the recovery codes too, and the password is enough again", async () => {
    const { email, client, factorId } = await createTwoStepMember(server, { profile: {} });
    unwrap(await client.auth.mfa.recoveryCodes.generate());
    expect(unwrap(await client.auth.mfa.unenroll({ factorId }))).toEqual({ id: factorId });
    expect(unwrap(await client.auth.mfa.listFactors()).all).toEqual([]);
    unwrap(await client.auth.refreshSession());
    expect(claimsOf((await sessionOf(client)).access_token)).toMatchObject({
      aal: "aal1",
      amr: [{ method: "password" }],
    });
    const other = await signInWithFirstStep(server, email);
    expect((await other.from("profiles").select("id")).data).toHaveLength(1);
  });

  test("needs the right factor", async () => {
    const { client } = await createTwoStepMember(server);
    const other = await createTwoStepMember(server);
    expect((await client.auth.mfa.unenroll({ factorId: other.factorId })).error).toMatchObject({
      status: 404,
      code: "mfa_factor_not_found",
    });
    expect((await client.auth.mfa.unenroll({ factorId: "1" })).error).toMatchObject({
      status: 404,
      code: "validation_failed",
    });
  });
});

test("changes are security events, which name no code", async () => {
  const { id, email, client, factorId } = await createTwoStepMember(server);
  const { codes } = unwrap(await client.auth.mfa.recoveryCodes.generate());
  const other = await signInWithFirstStep(server, email);
  await other.auth.mfa.recoveryCodes.verify({ code: "wrong" });
  unwrap(await other.auth.mfa.recoveryCodes.verify({ code: codes[0] as string }));
  unwrap(await other.auth.mfa.unenroll({ factorId }));
  const events = await queryAt<{ kind: string; details: { change?: string } }>(
    server.databaseUrl,
    "select kind, details from public.security_events where user_id = $1 and kind <> 'signed in' order by id",
    [id],
  );
  expect(events).toEqual([
    { kind: "second step changed", details: { change: "turned on" } },
    { kind: "second step changed", details: { change: "recovery codes created" } },
    { kind: "sign-in failed", details: { step: 2, code: "recovery" } },
    { kind: "second step changed", details: { change: "recovery code used" } },
    { kind: "second step changed", details: { change: "turned off" } },
  ]);
});

test("the owner gets a mail about each change", async () => {
  const { email, client, factorId } = await createTwoStepMember(server);
  await waitForMail(server, email, { subject: "Two-step login is on" });
  const { codes } = unwrap(await client.auth.mfa.recoveryCodes.generate());
  await waitForMail(server, email, { subject: "You have new recovery codes" });
  unwrap(await client.auth.mfa.recoveryCodes.verify({ code: codes[0] as string }));
  await waitForMail(server, email, { subject: "A recovery code was used" });
  unwrap(await client.auth.mfa.unenroll({ factorId }));
  await waitForMail(server, email, { subject: "Two-step login is off" });
});

test("a refresh token from before the step is not valid any more", async () => {
  const member = await createTwoStepMember(server);
  const client = await signInWithFirstStep(server, member.email);
  const { refresh_token } = await sessionOf(client);
  await passSecondStep(server, client, member);
  expect((await refresh(server, refresh_token)).status).toBe(400);
});

test("the password of the account is still the first step", async () => {
  const { email } = await createTwoStepMember(server);
  const reply = await callAuth(server, "/token?grant_type=password", {
    json: { email, password: `${PASSWORD}x` },
  });
  expect(reply.status).toBe(400);
});
