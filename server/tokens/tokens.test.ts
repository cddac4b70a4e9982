import { decodeProtectedHeader, exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from "jose";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { SigningKey } from "../secrets.ts";
import { KeyRing } from "./key-ring.ts";
import { type TokenErrorReason, Tokens } from "./tokens.ts";

const ISSUER = "http://localhost:3000/auth/v1";
const CLAIMS = { sub: "def84688-43e2-454b-b101-fe9094f1e12c", aud: "authenticated", role: "authenticated" };

async function createKey(kid: string): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid } as SigningKey;
}

const [first, second] = await Promise.all([createKey("first"), createKey("second")]);
const tokens = new Tokens(new KeyRing([first]), ISSUER);

afterEach(() => {
  vi.useRealTimers();
});

test("a signed token can be verified repeatedly, and has its claims", async () => {
  const { token, expiresAt } = await tokens.sign(CLAIMS, 3600);
  for (let time = 0; time < 2; time++) {
    expect(await tokens.verify(token)).toMatchObject({ ...CLAIMS, iss: ISSUER, exp: expiresAt });
  }
});

test("a token is known to the server that signed it, and to others after its signature was verified", async () => {
  const { token } = await tokens.sign(CLAIMS, 3600);
  expect([tokens.isKnown(token), tokens.isKnown(`${token}x`)]).toEqual([true, false]);
  const other = new Tokens(new KeyRing([first]), ISSUER);
  expect(other.isKnown(token)).toBe(false);
  expect(await other.verify(token)).toEqual(await tokens.verify(token));
  expect(other.isKnown(token)).toBe(true);
});

test("a token expires on time, even if it was verified before, and the leeway extends it", async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const { token } = await tokens.sign(CLAIMS, 60);
  await tokens.verify(token);
  vi.setSystemTime(1_800_000_060_000);
  await expect(tokens.verify(token)).rejects.toMatchObject({ reason: "expired" });
  expect(await tokens.verify(token, { leewaySeconds: 30 })).toMatchObject(CLAIMS);
  vi.setSystemTime(1_800_000_090_000);
  await expect(tokens.verify(token, { leewaySeconds: 30 })).rejects.toMatchObject({ reason: "expired" });
});

test("a new first key signs, and the old one still verifies", async () => {
  const { token: old } = await tokens.sign(CLAIMS, 3600);
  const rotated = new Tokens(new KeyRing([second, first]), ISSUER);
  const { token: fresh } = await rotated.sign(CLAIMS, 3600);
  expect(await rotated.verify(old)).toMatchObject(CLAIMS);
  expect(await rotated.verify(fresh)).toMatchObject(CLAIMS);
  await expect(tokens.verify(fresh)).rejects.toMatchObject({ reason: "unknown key" });
});

test("a rotated key verifies until its tokens have expired, and is then dropped, even for a token of the cache", async () => {
  const now = 1_800_000_000_000;
  vi.useFakeTimers({ now });
  const ring = new KeyRing([first]);
  const rotated = new Tokens(ring, ISSUER);
  const { token: old } = await rotated.sign(CLAIMS, 3600);
  // A thief who has the old key can sign any number of tokens.
  const forged = await new Tokens(new KeyRing([first]), ISSUER).sign(CLAIMS, 1_000_000);
  await rotated.verify(forged.token);
  ring.replace([second, { ...first, replacedAt: new Date(now + 900_000).toISOString() }]);

  const kidOf = (token: string) => decodeProtectedHeader(token).kid;
  expect(kidOf((await rotated.sign(CLAIMS, 3600)).token)).toBe("first");
  expect(rotated.jwks().keys.map(({ kid }) => kid)).toEqual(["second", "first"]);
  vi.setSystemTime(now + 900_000);
  expect(kidOf((await rotated.sign(CLAIMS, 3600)).token)).toBe("second");
  expect(await rotated.verify(old)).toMatchObject(CLAIMS);
  await rotated.verify(forged.token);
  vi.setSystemTime(now + 900_000 + 3_720_000);
  await expect(rotated.verify(forged.token)).rejects.toMatchObject({ reason: "unknown key" });
  expect(rotated.jwks().keys.map(({ kid }) => kid)).toEqual(["second"]);
});

test("the published keys contain no private key", () => {
  const { keys } = tokens.jwks();
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ kid: "first", alg: "ES256", use: "sig", kty: "EC", crv: "P-256" });
  expect(keys[0]).not.toHaveProperty("d");
  expect(keys[0]).not.toHaveProperty("replacedAt");
});

describe("a token is refused", () => {
  async function forge(claims: object, key = first): Promise<string> {
    const jwt = new SignJWT({ iss: ISSUER, exp: 4_000_000_000, ...claims });
    return jwt.setProtectedHeader({ alg: "ES256", kid: key.kid }).sign(await importJWK(key, "ES256"));
  }
  async function alter(): Promise<string> {
    const pieces = (await forge(CLAIMS)).split(".");
    pieces[1] = Buffer.from(JSON.stringify({ ...CLAIMS, sub: "someone else" })).toString("base64url");
    return pieces.join(".");
  }
  const withPublicKeyAsSecret = () =>
    new SignJWT({ ...CLAIMS, iss: ISSUER, exp: 4_000_000_000 })
      .setProtectedHeader({ alg: "HS256", kid: "first" })
      .sign(Buffer.from(JSON.stringify(tokens.jwks().keys[0])));

  const refused: [string, () => Promise<string>, TokenErrorReason][] = [
    ["that is malformed", async () => "x", "malformed"],
    ["whose claims were changed", alter, "bad signature"],
    [
      "signed with another key under our key id",
      () => forge(CLAIMS, { ...second, kid: "first" }),
      "bad signature",
    ],
    ["signed with an unknown key", () => forge(CLAIMS, second), "unknown key"],
    ["without a signature", async () => new UnsecuredJWT(CLAIMS).encode(), "unknown key"],
    ["signed with our public key as a secret", withPublicKeyAsSecret, "unknown key"],
    ["of another issuer", () => forge({ ...CLAIMS, iss: "http://elsewhere/auth/v1" }), "bad claims"],
    ["for another audience", () => forge({ ...CLAIMS, aud: "others" }), "bad claims"],
    ["without a user", () => forge({ aud: "authenticated", role: "authenticated" }), "bad claims"],
  ];
  test.each(refused)("%s", async (_case, createToken, reason) => {
    await expect(tokens.verify(await createToken())).rejects.toMatchObject({ reason });
  });
});
