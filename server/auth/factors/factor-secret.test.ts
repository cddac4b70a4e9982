import { expect, test } from "vitest";
import { KeyRing } from "../../tokens/key-ring.ts";
import type { InternalKey } from "../../tokens/keyed-hash.ts";
import { decryptSecret, encryptSecret } from "./factor-secret.ts";

const KEYS = new KeyRing<InternalKey>([{ key: "the key" }]);
const encrypted = encryptSecret(KEYS, "asha", "JBSWY3DPEHPK3PXP");

test("the stored secret is unreadable, and the key reads it again", () => {
  expect(encrypted).not.toContain("JBSWY3DPEHPK3PXP");
  expect(decryptSecret(KEYS, "asha", encrypted)).toBe("JBSWY3DPEHPK3PXP");
});

test("a rotation of the key keeps it readable for years", () => {
  const years = new KeyRing<InternalKey>([
    { key: "new" },
    { ...KEYS.current, replacedAt: "2020-01-01T00:00:00.000Z" },
  ]);
  expect(decryptSecret(years, "asha", encrypted)).toBe("JBSWY3DPEHPK3PXP");
});

test.each([
  ["of another user", KEYS, "ravi"],
  ["with another key", new KeyRing<InternalKey>([{ key: "another key" }]), "asha"],
])("the secret %s cannot be read", (_case, keys, user) => {
  expect(() => decryptSecret(keys, user, encrypted)).toThrow("a key that is lost");
});
