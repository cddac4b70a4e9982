import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { longFiles } from "./file-length.mjs";

let base: string;
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), "maarga-lines-"));
  mkdirSync(path.join(base, "web", "ui"), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true }));

test.each(["button.tsx", "table.ts", "check.mjs", "theme.css", "rules.sql"])(
  "%s may have 300 lines and no more",
  (name) => {
    const file = path.join("web", "ui", name);
    writeFileSync(path.join(base, file), "line\n".repeat(300));
    expect(longFiles(["web"], base)).toEqual([]);
    writeFileSync(path.join(base, file), "line\n".repeat(301));
    expect(longFiles(["web"], base)).toEqual([`${file} has 301 lines; the limit is 300`]);
  },
);

test("the length of other files is not limited", () => {
  writeFileSync(path.join(base, "web", "words.json"), "\n[]".repeat(400));
  expect(longFiles(["web"], base)).toEqual([]);
});
