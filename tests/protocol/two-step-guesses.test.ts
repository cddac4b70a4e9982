import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE } from "../world/auth-calls.ts";
import { addPasskey, createPasskey, signWith } from "../world/passkeys.ts";
import { createAccount, PASSWORD } from "../world/people.ts";
import {
  ageSessions,
  allowCodeAgain,
  codeOf,
  createTwoStepMember,
  sessionOf,
  signInWithFirstStep,
  unwrap,
} from "../world/second-step.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";

describe("attack: guesses of the code with the right password", () => {
  let limited: RunningServer;
  beforeAll(async () => {
    limited = await startServer({ env: { RATE_LIMITS: "on", TRUST_PROXY: "1" } });
  });
  afterAll(() => limited.stop());

  const from = (network: number) => ({ "x-forwarded-for": `198.51.100.${network}` });

  test("are limited, and leave the owner their recovery codes", async () => {
    const victim = await createTwoStepMember(limited);
    const { codes } = unwrap(await victim.client.auth.mfa.recoveryCodes.generate());
    const { access_token } = await sessionOf(await signInWithFirstStep(limited, victim.email));
    const headers = { ...NEW_ERROR_SHAPE, ...bearer(access_token) };
    const guess = async (network: number, code = "000000") => {
      const at = { ...headers, ...from(network) };
      const challenge = await callAuth(limited, `/factors/${victim.factorId}/challenge`, {
        json: {},
        headers: at,
      });
      const json = { challenge_id: challenge.body.id, code };
      return callAuth(limited, `/factors/${victim.factorId}/verify`, { json, headers: at });
    };
    const outcomes: string[] = [];
    for (let tries = 0; tries < 33; tries += 1) outcomes.push((await guess(1 + (tries % 11))).body.code);
    expect(outcomes.slice(0, 30)).toEqual(Array(30).fill("mfa_verification_failed"));
    expect(outcomes.slice(30)).toEqual(Array(3).fill("over_request_rate_limit"));
    await allowCodeAgain(limited, victim.factorId);
    expect((await guess(12, codeOf(victim.secret))).status).toBe(429);
    expect((await guess(12, codes[0])).status).toBe(200);
  });

  test("are limited in one network before they use up the limit of all", async () => {
    const victim = await createTwoStepMember(limited);
    const client = await signInWithFirstStep(limited, victim.email);
    const guess = (code: string) => client.auth.mfa.challengeAndVerify({ factorId: victim.factorId, code });
    for (let tries = 0; tries < 10; tries += 1)
      expect((await guess("000000")).error?.code).toBe("mfa_verification_failed");
    expect((await guess("000000")).error).toMatchObject({
      status: 429,
      message: "Too many wrong codes. Please wait a few minutes, or use a recovery code.",
    });
  });

  test("with recovery codes are limited too", async () => {
    const victim = await createTwoStepMember(limited);
    const { access_token } = await sessionOf(await signInWithFirstStep(limited, victim.email));
    const headers = { ...NEW_ERROR_SHAPE, ...bearer(access_token), ...from(100) };
    const codes: string[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      const { body } = await callAuth(limited, "/factors/recovery-codes/verify", {
        json: { code: "x" },
        headers,
      });
      codes.push(body.code);
    }
    expect(codes).toEqual([...Array(10).fill("mfa_verification_failed"), "mfa_recovery_codes_locked"]);
  });

  test("refused passkeys write nothing, and do not keep others in the network from logging in", async () => {
    const { email } = await createAccount(limited);
    const client = await signInWithFirstStep(limited, email);
    const passkey = await addPasskey(client, limited.url);
    const headers = { ...NEW_ERROR_SHAPE, ...from(200) };
    const start = async () =>
      (await callAuth(limited, "/passkeys/authentication/options", { json: {}, headers })).body;
    const { challenge_id, options } = await start();
    const verify = (credential: unknown, id = challenge_id) =>
      callAuth(limited, "/passkeys/authentication/verify", {
        json: { challenge_id: id, credential },
        headers,
      });
    const unknown = signWith({ ...passkey, id: Buffer.alloc(16) }, limited.url, options);
    const refused = await Promise.all(Array.from({ length: 100 }, () => verify(unknown)));
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(["webauthn_verification_failed"]));
    expect(
      await queryAt(
        limited.databaseUrl,
        "select from private.security_event_counts where network = '198.51.100.200'",
      ),
    ).toEqual([]);
    expect((await verify(signWith(passkey, limited.url, options))).status).toBe(200);
    expect(
      (
        await callAuth(limited, "/token?grant_type=password", {
          json: { email, password: PASSWORD },
          headers,
        })
      ).status,
    ).toBe(200);

    const forged = { ...passkey, privateKey: createPasskey("", { challenge: "" }).passkey.privateKey };
    const next = await start();
    const credential = signWith(forged, limited.url, next.options);
    const guesses = await Promise.all(
      Array.from({ length: 100 }, () => verify(credential, next.challenge_id)),
    );
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([400]));
    const own = signWith(passkey, limited.url, next.options);
    expect((await verify(own, next.challenge_id)).status).toBe(200);
  });

  test("a thief with an access token cannot use up the owner's changes of passkeys", async () => {
    const { id, email } = await createAccount(limited);
    const stolen = await signInWithFirstStep(limited, email);
    await ageSessions(limited, id);
    for (let tries = 0; tries < 21; tries += 1)
      expect((await stolen.auth.passkey.startRegistration()).error?.code).toBe("reauthentication_needed");
    const owner = await signInWithFirstStep(limited, email);
    const { rowId } = await addPasskey(owner, limited.url);
    expect((await owner.auth.passkey.delete({ passkeyId: rowId })).error).toBeNull();
    for (let changes = 2; changes < 20; changes += 1) unwrap(await owner.auth.passkey.startRegistration());
    expect((await owner.auth.passkey.startRegistration()).error).toMatchObject({
      status: 429,
      code: "over_request_rate_limit",
    });
  });
});
