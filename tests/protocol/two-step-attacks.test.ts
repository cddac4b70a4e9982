import { beforeAll, describe, expect, test } from "vitest";
import { bearer, callAuth, getUser, NEW_ERROR_SHAPE, putUser } from "../world/auth-calls.ts";
import { createMemberClient } from "../world/clients.ts";
import { signToken } from "../world/members.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import {
  allowCodeAgain,
  codeOf,
  createTwoStepMember,
  passSecondStep,
  sessionOf,
  signInWithFirstStep,
  type TwoStepMember,
  unwrap,
} from "../world/second-step.ts";
import { sharedServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

const server = sharedServer();
const query = (text: string, values: unknown[]) => queryAt(server.databaseUrl, text, values);

/** A thief who knows the password, and has passed the first step. */
async function stealPassword(victim: { email: string }) {
  const client = await signInWithFirstStep(server, victim.email);
  const { access_token, refresh_token } = await sessionOf(client);
  return { client, token: access_token, refreshToken: refresh_token };
}

function call(token: string, method: string, path: string, body?: unknown) {
  return fetch(`${server.url}${path}`, {
    method,
    headers: {
      apikey: server.publishableKey,
      ...NEW_ERROR_SHAPE,
      ...bearer(token),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describe("attack: a thief with the password of an account that has a second step", () => {
  let victim: TwoStepMember;
  let thief: Awaited<ReturnType<typeof stealPassword>>;
  beforeAll(async () => {
    victim = await createTwoStepMember(server, { profile: {}, isAdmin: true });
    unwrap(await victim.client.auth.mfa.recoveryCodes.generate());
    thief = await stealPassword(victim);
  });

  test.each([
    ["reads the profile", "GET", "/rest/v1/profiles?select=*", undefined],
    ["lists the students", "POST", "/rest/v1/rpc/list_students", {}],
    ["lists the documents", "POST", "/storage/v1/object/list/documents", { prefix: "" }],
    ["asks whether it is an admin", "POST", "/functions/v1/check-admin", {}],
    ["previews a mail", "POST", "/functions/v1/preview-email", { subject: "Round one", body: "Hello" }],
    ["sees where the owner is logged in", "GET", "/auth/v1/sessions", undefined],
    ["logs the owner out", "DELETE", "/auth/v1/sessions", undefined],
    [
      "changes the password",
      "PUT",
      "/auth/v1/user",
      { password: "a new password", current_password: PASSWORD },
    ],
    ["changes the address", "PUT", "/auth/v1/user", { email: newEmail(), current_password: PASSWORD }],
    ["adds an app", "POST", "/auth/v1/factors", { factor_type: "totp", current_password: PASSWORD }],
    ["makes new recovery codes", "POST", "/auth/v1/factors/recovery-codes/regenerate", undefined],
    ["removes the recovery codes", "DELETE", "/auth/v1/factors/recovery-codes", undefined],
  ])("%s: refused", async (_what, method, path, body) => {
    const response = await call(thief.token, method, path, body);
    // The storage protocol sends most refusals with the status 400.
    expect(response.status).toBe(path.startsWith("/storage") ? 400 : 403);
    const { code, message } = (await response.json()) as { code?: unknown; message: string };
    const texts = ["AAL2 session is required when MFA is enabled.", "Please confirm with your second step."];
    expect(texts).toContain(message);
    expect([403, "MG002", "insufficient_aal", "AccessDenied", undefined]).toContain(code);
  });

  test("removes the app: refused", async () => {
    const { error } = await thief.client.auth.mfa.unenroll({ factorId: victim.factorId });
    expect(error).toMatchObject({ status: 403, code: "insufficient_aal" });
    expect(unwrap(await victim.client.auth.mfa.listFactors()).totp).toHaveLength(1);
  });

  test("refreshes the session until it has aal2: it never has", async () => {
    unwrap(await thief.client.auth.refreshSession());
    const { currentLevel } = unwrap(await thief.client.auth.mfa.getAuthenticatorAssuranceLevel());
    expect(currentLevel).toBe("aal1");
    thief.token = (await sessionOf(thief.client)).access_token;
  });

  test.each(["global", "others"] as const)("logs everybody out (%s): only itself", async (scope) => {
    const other = await stealPassword(victim);
    expect((await other.client.auth.signOut({ scope })).error).toBeNull();
    const { access_token } = await sessionOf(victim.client);
    expect((await getUser(server, access_token)).status).toBe(200);
    expect((await getUser(server, other.token)).status).toBe(scope === "global" ? 403 : 200);
  });

  test("verifies an app of their own account for this session: refused", async () => {
    const own = await createTwoStepMember(server);
    await allowCodeAgain(server, own.factorId);
    const { error } = await thief.client.auth.mfa.challengeAndVerify({
      factorId: own.factorId,
      code: codeOf(own.secret),
    });
    expect(error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
  });

  test("uses the challenge of another session: refused", async () => {
    const { id } = unwrap(await victim.client.auth.mfa.challenge({ factorId: victim.factorId }));
    await allowCodeAgain(server, victim.factorId);
    const { error } = await thief.client.auth.mfa.verify({
      factorId: victim.factorId,
      challengeId: id,
      code: codeOf(victim.secret),
    });
    expect(error).toMatchObject({ status: 422, code: "mfa_factor_not_found" });
  });
});

describe("attack: a stolen access token", () => {
  test("does not add an app of the thief's ten minutes after the sign-in", async () => {
    const { id, email } = await createAccount(server);
    const { client, token } = await stealPassword({ email });
    await query("update auth.sessions set created_at = now() - interval '601 seconds' where user_id = $1", [
      id,
    ]);
    expect((await client.auth.mfa.enroll({ factorType: "totp" })).error).toMatchObject({
      status: 400,
      code: "reauthentication_needed",
    });
    const guess = { factor_type: "totp", current_password: "a guess" };
    const guessed = await callAuth(server, "/factors", {
      json: guess,
      headers: { ...NEW_ERROR_SHAPE, ...bearer(token) },
    });
    expect(guessed.body.code).toBe("current_password_invalid");
    const owner = { factor_type: "totp", current_password: PASSWORD };
    expect((await callAuth(server, "/factors", { json: owner, headers: bearer(token) })).status).toBe(200);
  });

  test("from before the second step does not rise with the session", async () => {
    const victim = await createTwoStepMember(server, { profile: {} });
    const { client, token } = await stealPassword(victim);
    await passSecondStep(server, client, victim);
    expect((await createMemberClient(server, token).from("profiles").select("id")).status).toBe(403);
    expect((await client.from("profiles").select("id")).status).toBe(200);
  });

  test("that says aal2 is worth nothing when its session is at aal1", async () => {
    const { id, email } = await createTwoStepMember(server, { profile: {}, isAdmin: true });
    const { client } = await stealPassword({ email });
    const { session_id } = JSON.parse(atob((await sessionOf(client)).access_token.split(".")[1] as string));
    const forged = await signToken(server, {
      sub: id,
      email,
      role: "authenticated",
      session_id,
      aal: "aal2",
    });
    expect((await createMemberClient(server, forged).from("profiles").select("id")).status).toBe(403);
  });
});

describe("attack: a code that was seen over the shoulder", () => {
  test("does not work a second time", async () => {
    const victim = await createTwoStepMember(server);
    const [owner, thief] = [await stealPassword(victim), await stealPassword(victim)];
    const seen = codeOf(victim.secret, 1);
    const answer = { factorId: victim.factorId, code: seen };
    unwrap(await owner.client.auth.mfa.challengeAndVerify(answer));
    expect((await thief.client.auth.mfa.challengeAndVerify(answer)).error).toMatchObject({
      status: 422,
      code: "mfa_verification_failed",
    });
  });

  test("nor does an older one that was not used", async () => {
    const victim = await createTwoStepMember(server);
    const { client } = await stealPassword(victim);
    const older = codeOf(victim.secret);
    unwrap(
      await client.auth.mfa.challengeAndVerify({ factorId: victim.factorId, code: codeOf(victim.secret, 1) }),
    );
    const thief = await stealPassword(victim);
    const { error } = await thief.client.auth.mfa.challengeAndVerify({
      factorId: victim.factorId,
      code: older,
    });
    expect(error).toMatchObject({ code: "mfa_verification_failed" });
  });

  test("lets only one in of two who use it at the same moment", async () => {
    const victim = await createTwoStepMember(server);
    const people = await Promise.all([1, 2, 3].map(() => stealPassword(victim)));
    await allowCodeAgain(server, victim.factorId);
    const answer = { factorId: victim.factorId, code: codeOf(victim.secret) };
    const replies = await Promise.all(people.map(({ client }) => client.auth.mfa.challengeAndVerify(answer)));
    expect(replies.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test("does not work two half minutes later", async () => {
    const victim = await createTwoStepMember(server);
    const { client } = await stealPassword(victim);
    await allowCodeAgain(server, victim.factorId);
    // Three steps, so that the test holds if a half minute ends while it runs.
    for (const steps of [-3, 3]) {
      const answer = { factorId: victim.factorId, code: codeOf(victim.secret, steps) };
      const { error } = await client.auth.mfa.challengeAndVerify(answer);
      expect(error).toMatchObject({ code: "mfa_verification_failed" });
    }
  });
});

test("a challenge expires after five minutes", async () => {
  const victim = await createTwoStepMember(server);
  const { client } = await stealPassword(victim);
  const { id } = unwrap(await client.auth.mfa.challenge({ factorId: victim.factorId }));
  await allowCodeAgain(server, victim.factorId);
  await query(
    "update auth.factor_challenges set expires_at = expires_at - interval '301 seconds' where id = $1",
    [id],
  );
  const answer = { factorId: victim.factorId, challengeId: id, code: codeOf(victim.secret) };
  expect((await client.auth.mfa.verify(answer)).error).toMatchObject({
    status: 422,
    code: "mfa_challenge_expired",
  });
});

test("attack: an app that was added before two-step sign-in was turned on, and is verified after it", async () => {
  const { email } = await createAccount(server);
  const thief = await stealPassword({ email });
  const planted = unwrap(await thief.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "planted" }));
  const owner = await signInWithFirstStep(server, email);
  const own = unwrap(await owner.auth.mfa.enroll({ factorType: "totp", friendlyName: "own" }));
  unwrap(await owner.auth.mfa.challengeAndVerify({ factorId: own.id, code: codeOf(own.totp.secret) }));
  const again = await stealPassword({ email });
  const { error } = await again.client.auth.mfa.challengeAndVerify({
    factorId: planted.id,
    code: codeOf(planted.totp.secret),
  });
  expect(error).toMatchObject({ code: "mfa_factor_not_found" });
  expect((await getUser(server, thief.token)).body.code).toBe("session_not_found");
});

test("attack: an app that the owner is adding is verified by a session without the second step", async () => {
  const victim = await createTwoStepMember(server);
  const added = unwrap(await victim.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "second" }));
  const { client } = await stealPassword(victim);
  const answer = { factorId: added.id, code: codeOf(added.totp.secret) };
  expect((await client.auth.mfa.challengeAndVerify(answer)).error).toMatchObject({
    code: "insufficient_aal",
  });
});

test("attack: a link to reset the password does not get around the second step", async () => {
  const { id, email } = await createTwoStepMember(server);
  const { client, token } = await stealPassword({ email });
  // As after a mailed link: the proof for a new password, without the current one.
  await query("update auth.sessions set method = 'otp' where user_id = $1", [id]);
  expect((await putUser(server, token, { password: "a new password" })).body.code).toBe("insufficient_aal");
  expect((await client.auth.getUser()).error).toBeNull();
});
