import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** The requirements of levels 1 and 2 in version 5.0.0 of the standard: section, then numbers. */
const REQUIREMENTS = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2
  2.1:1-3 2.2:1-3 2.3:1-4 2.4:1
  3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1 4.3:1-2 4.4:1-4
  5.1:1 5.2:1-3 5.3:1-2 5.4:1-3
  6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4
  7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2
  8.1:1-2 8.2:1-3 8.3:1 8.4:1
  9.1:1-3 9.2:1-4
  10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3
  11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4
  13.1:1 13.2:1-5 13.3:1-2 13.4:1-5
  14.1:1-2 14.2:1-4 14.3:1-3
  15.1:1-3 15.2:1-3 15.3:1-7
  16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3
  17.1:1 17.2:1-4 17.3:1-2`;

const STATES = ["met", "not applicable", "open"];
const TEST_FILE = /\.(test|spec)\.tsx?$/;
const SOURCE_FILE = /^[\w.-]+(\/[\w.-]+)+$/;

interface Entry {
  readonly id: string;
  readonly state: string;
  readonly evidence: string;
}

const root = path.dirname(import.meta.dirname);
/** The chapters of the standard, in its order. */
const DOCUMENTS = ["security.md", "security-accounts.md", "security-operation.md"];
const entries = parseEntries(
  DOCUMENTS.map((name) => readFileSync(path.join(root, "docs", name), "utf8")).join("\n"),
);

function parseEntries(document: string): Entry[] {
  return document
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, id = "", , state = "", evidence = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      return { id, state, evidence };
    });
}

function listRequirements(text: string): string[] {
  return text
    .trim()
    .split(/\s+/)
    .flatMap((part) => {
      const [section, numbers = ""] = part.split(":");
      return numbers.split(",").flatMap((range) => {
        const [first = 0, last = first] = range.split("-").map(Number);
        return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`);
      });
    });
}

/** Returns what is wrong with an entry, or undefined. */
function findFault({ state, evidence }: Entry): string | undefined {
  if (!STATES.includes(state)) return `unknown state "${state}"`;
  if (evidence.length < 3) return "no reason";
  const files = [...evidence.matchAll(/`([^`]+)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => SOURCE_FILE.test(name));
  const missing = files.find((file) => !existsSync(path.join(root, file)));
  if (missing) return `${missing} does not exist`;
  if (state === "met" && !files.some((file) => TEST_FILE.test(file))) return "no test";
  if (state === "open" && evidence.length < 40) return "no reason";
  return undefined;
}

test("each requirement of levels 1 and 2 has one entry, in the order of the standard", () => {
  const requirements = listRequirements(REQUIREMENTS);
  expect(requirements).toHaveLength(253);
  expect(entries.map(({ id }) => id)).toEqual(requirements);
});

test("each entry has a state; what is met names a test that exists, and what is open gives a reason", () => {
  const faults = entries.map((entry) => ({ id: entry.id, fault: findFault(entry) }));
  expect(faults.filter(({ fault }) => fault)).toEqual([]);
});

test.each([
  ["met", "by care", "no test"],
  ["met", "`scripts/gone.test.ts`", "scripts/gone.test.ts does not exist"],
  ["met", "`server/gone.ts`; `scripts/doc-paths.test.ts`", "server/gone.ts does not exist"],
  ["met", "`server/app.ts`; `scripts/doc-paths.test.ts`", undefined],
  ["open", "later", "no reason"],
  ["not applicable", "", "no reason"],
  ["done", "`scripts/doc-paths.test.ts`", 'unknown state "done"'],
])("an entry that is %s with %j has the fault %j", (state, evidence, fault) => {
  expect(findFault({ id: "1.1.1", state, evidence })).toBe(fault);
});
