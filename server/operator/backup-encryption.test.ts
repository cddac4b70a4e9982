import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { createDecryption, createEncryption, HEADER_BYTES, isEncrypted } from "./backup-encryption.ts";

const PASSPHRASE = "ಮಾರ್ಗ and a long passphrase";
/** A thousandth of the product's, which the tests of the commands have. */
const COST = 2 ** 7;
const CHUNK = 64 * 1024;
const ENCRYPTED_CHUNK = CHUNK + 16;
const content = randomBytes(3 * CHUNK + 1000);
let encrypted: Buffer;

async function encrypt(text: Buffer): Promise<Buffer> {
  return buffer(
    Readable.from([text.subarray(0, 100), text.subarray(100)]).pipe(await createEncryption(PASSPHRASE, COST)),
  );
}

async function decrypt(file: Buffer, passphrase = PASSPHRASE): Promise<Buffer> {
  const decryption = await createDecryption(passphrase, file.subarray(0, HEADER_BYTES), COST);
  return buffer(Readable.from([file.subarray(HEADER_BYTES)]).pipe(decryption));
}

beforeAll(async () => {
  encrypted = await encrypt(content);
});

test("a backup is decrypted with its passphrase, and contains nothing of its content in clear", async () => {
  expect(isEncrypted(encrypted)).toBe(true);
  expect(encrypted.includes(content.subarray(0, 16))).toBe(false);
  expect((await decrypt(encrypted)).equals(content)).toBe(true);
});

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK])(
  "a backup of %i bytes is decrypted",
  async (size) => {
    const text = content.subarray(0, size);
    expect((await decrypt(await encrypt(text))).equals(text)).toBe(true);
  },
);

test("another passphrase is refused as such", async () => {
  await expect(decrypt(encrypted, "another passphrase")).rejects.toThrow("this is not the passphrase");
});

const chunk = (index: number) =>
  encrypted.subarray(
    HEADER_BYTES + index * ENCRYPTED_CHUNK,
    index < 0 ? HEADER_BYTES : HEADER_BYTES + (index + 1) * ENCRYPTED_CHUNK,
  );
const header = () => encrypted.subarray(0, HEADER_BYTES);
const changedAt = (at: number) => {
  const changed = Buffer.from(encrypted);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
};

test.each<[string, () => Buffer]>([
  ["cut off inside a chunk", () => encrypted.subarray(0, encrypted.length - 1)],
  ["cut off between two chunks", () => Buffer.concat([header(), chunk(0), chunk(1)])],
  ["cut off after the header", header],
  ["cut off inside the header", () => encrypted.subarray(0, HEADER_BYTES - 1)],
  ["without a chunk in the middle", () => Buffer.concat([header(), chunk(0), chunk(2), chunk(3)])],
  ["with two chunks exchanged", () => Buffer.concat([header(), chunk(1), chunk(0), chunk(2), chunk(3)])],
  ["with a chunk twice", () => Buffer.concat([header(), chunk(0), chunk(0), chunk(1), chunk(2), chunk(3)])],
  ["with bytes after its end", () => Buffer.concat([encrypted, Buffer.alloc(20)])],
  ["with a changed bit in the first chunk", () => changedAt(HEADER_BYTES + 5)],
  ["with a changed bit in the last byte", () => changedAt(encrypted.length - 1)],
])("a backup %s is refused", async (_what, change) => {
  await expect(decrypt(change())).rejects.toThrow("was cut off or changed");
});

test("a backup with a changed salt is refused", async () => {
  await expect(decrypt(changedAt(30))).rejects.toThrow("this is not the passphrase");
});
