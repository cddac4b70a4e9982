import { expect, test } from "vitest";
import { decrypt, encrypt } from "./encryption.ts";
import { KeyRing } from "./key-ring.ts";
import type { InternalKey } from "./keyed-hash.ts";

const DAY = 86_400;
const keys = new KeyRing<InternalKey>([{ key: "a key of this installation" }]);
const TEXT = '{"link":"https://example.com/verify?token=ಅಆ"}';
const encrypted = encrypt(keys, "job", "send-account-mail 1", TEXT);

test("a text is read again with the same key, purpose and context, and each encryption differs", () => {
  expect(decrypt(keys, DAY, "job", "send-account-mail 1", encrypted)).toBe(TEXT);
  expect(encrypt(keys, "job", "send-account-mail 1", TEXT)).not.toBe(encrypted);
});

test.each([
  ["another key", new KeyRing<InternalKey>([{ key: "another key" }]), "job", "send-account-mail 1"],
  ["another purpose", keys, "code", "send-account-mail 1"],
  ["another context", keys, "job", "send-account-mail 2"],
])("it is not read with %s", (_what, ring, purpose, context) => {
  expect(decrypt(ring, DAY, purpose, context, encrypted)).toBeUndefined();
});

test("it is not read if any byte was changed, or if it was cut off", () => {
  const bytes = Buffer.from(encrypted, "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(decrypt(keys, DAY, "job", "send-account-mail 1", changed.toString("base64url"))).toBeUndefined();
    const cut = bytes.subarray(0, at).toString("base64url");
    expect(decrypt(keys, DAY, "job", "send-account-mail 1", cut)).toBeUndefined();
  }
});

test("after a rotation it is read as long as such texts are valid", () => {
  const replacedAt = new Date(Date.now() - DAY * 1000).toISOString();
  const rotated = new KeyRing<InternalKey>([{ key: "the new key" }, { ...keys.current, replacedAt }]);
  expect(decrypt(rotated, 2 * DAY, "job", "send-account-mail 1", encrypted)).toBe(TEXT);
  expect(decrypt(rotated, DAY / 2, "job", "send-account-mail 1", encrypted)).toBeUndefined();
});
