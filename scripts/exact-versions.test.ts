import { expect, test } from "vitest";
import { inexactVersions, registryAddresses } from "./exact-versions.mjs";

test.each(["1.2.3", "18.4.0-beta.17", "12.0.2-2"])("%s is an exact version", (version) => {
  expect(inexactVersions(JSON.stringify({ devDependencies: { some: version } }))).toEqual([]);
});

test.each(["dependencies", "devDependencies", "optionalDependencies", "overrides"])(
  "a version range in %s is reported",
  (kind) => {
    for (const version of ["^1.2.3", "~1.2.3", ">=1.2.3", "1.2", "1.x", "*", "latest", ""]) {
      expect(inexactVersions(JSON.stringify({ [kind]: { some: version } }))).toEqual([
        expect.stringContaining(`"${version}"`),
      ]);
    }
  },
);

test("a registry address in the lock file is reported", () => {
  const packages = {
    "": {},
    "node_modules/a": { version: "1.0.0" },
    "node_modules/b": { resolved: "https://packages.example/b.tgz" },
  };
  expect(registryAddresses(JSON.stringify({ packages }))).toEqual([
    expect.stringContaining("node_modules/b"),
  ]);
});
