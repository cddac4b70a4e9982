import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { spool } from "./spool.ts";

test("attack: a crash in the middle of a backup leaves no rows in clear on its disk", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "maarga-spool-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "table");
  const rows = "asha@example.com\tAsha\n".repeat(10_000);
  const spooled = await spool(Readable.from([rows]), file);
  expect(readFileSync(file).includes("asha")).toBe(false);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(spooled.bytes).toBe(rows.length);
  const target = new PassThrough();
  const [read] = await Promise.all([text(target), spooled.writeTo(target)]);
  expect(read).toBe(rows);
});
