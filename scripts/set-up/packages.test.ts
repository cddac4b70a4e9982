import { describe, expect, test } from "vitest";
import { satisfies } from "./packages.mjs";

const wanted = {
  "": { version: "0.1.0" },
  "node_modules/pg": { version: "8.23.1", integrity: "sha512-pg" },
  "node_modules/vitest": { version: "4.1.12", integrity: "sha512-vitest", dev: true },
  "node_modules/for-this": { version: "1.0.0", optional: true, os: [process.platform], cpu: [process.arch] },
  "node_modules/for-another": { version: "1.0.0", optional: true, os: ["another"] },
};
const { "": _, "node_modules/for-another": __, ...found } = wanted;
const { "node_modules/vitest": ___, ...withoutTools } = found;
const { "node_modules/pg": ____, ...withoutPg } = found;

describe.each([
  { tools: true, name: "with tools" },
  { tools: false, name: "without tools" },
])("packages are in place, $name", ({ tools }) => {
  test.each([
    ["when all but what is for other machines is there", found, true],
    ["when nothing is there", {}, false],
    ["when one is missing", withoutPg, false],
    [
      "when one has another version",
      { ...found, "node_modules/pg": { ...found["node_modules/pg"], version: "8.0.0" } },
      false,
    ],
    [
      "when one has other bytes",
      { ...found, "node_modules/pg": { ...found["node_modules/pg"], integrity: "sha512-x" } },
      false,
    ],
    [
      "when they come from another system",
      { ...found, "node_modules/x": { version: "1.0.0", os: ["another"] } },
      false,
    ],
    [
      "when they come from another processor",
      { ...found, "node_modules/x": { version: "1.0.0", cpu: ["another"] } },
      false,
    ],
    [
      "when one is for all systems but another",
      { ...found, "node_modules/x": { version: "1.0.0", os: ["!another"] } },
      true,
    ],
    [
      "when one is for all systems but this",
      { ...found, "node_modules/x": { os: [`!${process.platform}`] } },
      false,
    ],
    ["when only the tools are missing", withoutTools, !tools],
  ])("%s", (_name, there, expected) => {
    expect(satisfies(there, wanted, { tools })).toBe(expected);
  });
});
