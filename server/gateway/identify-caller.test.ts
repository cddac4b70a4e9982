import { expect, test, vi } from "vitest";
import { generateSigningKey } from "../secrets.ts";
import { KeyRing } from "../tokens/key-ring.ts";
import { Tokens } from "../tokens/tokens.ts";
import { createIdentify } from "./identify-caller.ts";

test("a forged token is checked once for each request, and an expired one by each caller's leeway", async () => {
  const tokens = new Tokens(new KeyRing([await generateSigningKey()]), "here");
  const forger = new Tokens(new KeyRing([await generateSigningKey()]), "here");
  const verify = vi.spyOn(tokens, "verify");
  const identify = createIdentify(tokens, { publishableKey: "publishable", secretKey: "secret" });
  const claims = { sub: "a user", aud: "authenticated", role: "authenticated" };
  const send = (token: string) => ({ headers: { authorization: `Bearer ${token}` }, ip: "192.0.2.1" });

  const forged = (await forger.sign(claims, 60)).token;
  const request = send(forged);
  for (const leewaySeconds of [60, 0])
    await expect(identify(request, { leewaySeconds })).rejects.toMatchObject({ reason: "unknown key" });
  expect(verify).toHaveBeenCalledTimes(1);
  await expect(identify(send(forged))).rejects.toMatchObject({ reason: "unknown key" });
  expect(verify).toHaveBeenCalledTimes(2);

  const expired = send((await tokens.sign(claims, -30)).token);
  await expect(identify(expired)).rejects.toMatchObject({ reason: "expired" });
  await expect(identify(expired, { leewaySeconds: 60 })).resolves.toMatchObject({ role: "authenticated" });
});
