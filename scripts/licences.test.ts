import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { billOfMaterials } from "./bill-of-materials.mjs";
import { forbiddenLicences, lockedPackages } from "./licences.mjs";

const lockOf = (packages: Record<string, object>) =>
  lockedPackages(JSON.stringify({ packages: { "": {}, ...packages } }));

describe("licences", () => {
  test("of every package in the lock file are allowed", () => {
    expect(forbiddenLicences()).toEqual([]);
  });

  test.each([
    ["GPL-3.0", { license: "GPL-3.0" }],
    ["AGPL-3.0-only, even in a tool", { license: "AGPL-3.0-only", dev: true }],
    ["none", {}],
    ["MPL-2.0 of a package that was not looked at", { license: "MPL-2.0" }],
  ])("that are not allowed are reported: %s", (_name, found) => {
    expect(forbiddenLicences(lockOf({ "node_modules/some": { version: "1.0.0", ...found } }))).toEqual([
      expect.stringMatching(/^some 1\.0\.0: the licence ".*" is not allowed for it/),
    ]);
  });
});

test("the bill of materials lists each package once, with version, licence, hash and address", () => {
  const { components, ...head } = billOfMaterials(
    lockOf({
      "node_modules/@a/b": { version: "1.0.0", license: "MIT", integrity: `sha512-${btoa("abc")}` },
      "node_modules/c": { version: "2.0.0", license: "MIT OR Apache-2.0", dev: true },
      "node_modules/d/node_modules/c": { version: "2.0.0", license: "MIT OR Apache-2.0", dev: true },
    }),
  );
  expect(head).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
  expect(components).toEqual([
    {
      type: "library",
      "bom-ref": "pkg:npm/%40a/b@1.0.0",
      name: "@a/b",
      version: "1.0.0",
      purl: "pkg:npm/%40a/b@1.0.0",
      licenses: [{ license: { id: "MIT" } }],
      hashes: [{ alg: "SHA-512", content: "616263" }],
    },
    expect.objectContaining({
      name: "c",
      licenses: [{ expression: "MIT OR Apache-2.0" }],
      properties: [{ name: "cdx:npm:package:development", value: "true" }],
    }),
    expect.objectContaining({ name: "PostgreSQL", version: "18.4.0" }),
    expect.objectContaining({ name: "libvips", description: "in wasm-vips" }),
    ...["glib", "libexif", "mozjpeg", "libpng", "libwebp", "zlib-ng"].map((name) =>
      expect.objectContaining({ name }),
    ),
    expect.objectContaining({ name: "Bricolage Grotesque" }),
    expect.objectContaining({ name: "Inter" }),
  ]);
});

test("the parts of the picture decoder are listed in the versions that the package has", () => {
  const versions = Object.entries(createRequire(import.meta.url)("wasm-vips/versions"));
  const listed = billOfMaterials().components.filter(
    (part) => "description" in part && part.description === "in wasm-vips",
  );
  expect(versions).toEqual(
    expect.arrayContaining(listed.map(({ name, version }) => [name.replace(/^lib/, ""), version])),
  );
});

test("every component of the product has a licence", () => {
  const { components } = billOfMaterials();
  expect(components.length).toBeGreaterThan(300);
  expect(components.filter(({ licenses }) => JSON.stringify(licenses).includes('""'))).toEqual([]);
});
