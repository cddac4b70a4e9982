import { expect, test } from "vitest";
import { bearer, callAuth, NEW_ERROR_SHAPE } from "../world/auth-calls.ts";
import { PASSWORD } from "../world/people.ts";
import { ageSessions, createTwoStepMember, passSecondStep, sessionOf, unwrap } from "../world/second-step.ts";
import { sharedServer } from "../world/server.ts";

const server = sharedServer();

test.each([
  ["creates recovery codes", "POST", () => "/factors/recovery-codes", false],
  ["replaces the recovery codes", "POST", () => "/factors/recovery-codes/regenerate", true],
  ["removes the recovery codes", "DELETE", () => "/factors/recovery-codes", true],
  ["adds an app, with the password", "POST", () => "/factors", false],
  ["removes the app", "DELETE", (appId: string) => `/factors/${appId}`, true],
])(
  "attack: somebody with an access token whose last step is eleven minutes old %s",
  async (_case, method, pathOf, hasCodes) => {
    const member = await createTwoStepMember(server);
    if (hasCodes) unwrap(await member.client.auth.mfa.recoveryCodes.generate());
    await ageSessions(server, member.id);
    const change = async () => {
      const { access_token } = await sessionOf(member.client);
      const headers = { ...NEW_ERROR_SHAPE, ...bearer(access_token) };
      const json = { factor_type: "totp", current_password: PASSWORD };
      return callAuth(server, pathOf(member.factorId), { method, headers, json });
    };
    const { status, body } = await change();
    expect([status, body.code]).toEqual([400, "reauthentication_needed"]);
    await passSecondStep(server, member.client, member);
    expect((await change()).status).toBe(200);
  },
);
