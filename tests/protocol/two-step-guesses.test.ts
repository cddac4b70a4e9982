import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE } from "../world/auth-calls.ts";
import {
  allowCodeAgain,
  codeOf,
  createTwoStepMember,
  sessionOf,
  signInWithFirstStep,
  unwrap,
} from "../world/second-step.ts";
import { type RunningServer, startServer } from "../world/server.ts";

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
});
