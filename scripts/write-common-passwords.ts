import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { HASH_BYTES, LIST_FILE } from "../server/passwords/common-passwords.ts";

// Writes the list that sign-up refuses from a list of passwords by frequency, one per line:
//   node --import tsx scripts/write-common-passwords.ts FILE
// The source is in docs/decisions/0028-password-rules.md. Shorter passwords are refused anyway.
const COUNT = 100_000;
const MIN_CHARACTERS = 8;

const [file = ""] = process.argv.slice(2);
const passwords = readFileSync(file, "utf8").split(/\r?\n/).slice(0, COUNT);
const hashes = passwords
  .filter((password) => password.length >= MIN_CHARACTERS)
  .map((password) =>
    createHash("sha256")
      .update(password.toLowerCase())
      .digest("hex")
      .slice(0, HASH_BYTES * 2),
  );
const unique = [...new Set(hashes)].sort();
writeFileSync(LIST_FILE, Buffer.from(unique.join(""), "hex"));
process.stdout.write(`${unique.length} passwords\n`);
