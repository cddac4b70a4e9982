import { expect, test } from "vitest";
import type { Caller } from "../postgres/database.ts";
import { KeyRing } from "../tokens/key-ring.ts";
import type { InternalKey } from "../tokens/keyed-hash.ts";
import { Links } from "./links.ts";

const PATH = { bucket: "user-documents", name: "a/1_marks.pdf" };
const INTERNAL_KEY = { key: "an internal key" };
const PROGRAM: Caller = { role: "service_role", claims: { role: "service_role" } };
const ADMIN: Caller = {
  role: "authenticated",
  claims: { role: "authenticated", sub: "an admin", session_id: "a session", aal: "aal2" },
};
const BAD = "signature verification failed";

function linksWith(secretKey: string, ...keys: InternalKey[]): Links {
  return new Links(new KeyRing(keys), secretKey);
}

async function makeLink(links: Links, caller: Caller): Promise<string> {
  const link = await links.sign(caller, PATH, 86_400);
  return new URL(link, "http://localhost").searchParams.get("token") as string;
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

test.each([
  ["the secret key", PROGRAM, 29 * 86_400, 31 * 86_400],
  ["an admin", ADMIN, 290, 310],
])(
  "a link of %s outlives a rotation of the internal key only as long as links last",
  async (_who, caller, valid, over) => {
    const token = await makeLink(linksWith("secret", INTERNAL_KEY), caller);
    const rotated = (seconds: number) =>
      linksWith("secret", { key: "new" }, { ...INTERNAL_KEY, replacedAt: secondsAgo(seconds) });
    expect(await rotated(valid).verify(token, PATH)).toEqual(caller);
    await expect(rotated(over).verify(token, PATH)).rejects.toThrow(BAD);
  },
);

test("attack: a link that was made with a stolen secret key ends when that key is replaced", async () => {
  const before = linksWith("stolen", INTERNAL_KEY);
  const token = await makeLink(before, PROGRAM);
  expect(await before.verify(token, PATH)).toEqual(PROGRAM);
  await expect(linksWith("new", INTERNAL_KEY).verify(token, PATH)).rejects.toThrow(BAD);
});

test("links of students and admins survive a new secret key", async () => {
  const token = await makeLink(linksWith("stolen", INTERNAL_KEY), ADMIN);
  expect(await linksWith("new", INTERNAL_KEY).verify(token, PATH)).toEqual(ADMIN);
});

test.each(["", "a.b.c", "e30.e30.e30"])("attack: %j is not a link", async (token) => {
  await expect(linksWith("secret", INTERNAL_KEY).verify(token, PATH)).rejects.toThrow();
});
