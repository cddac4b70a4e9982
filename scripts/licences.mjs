import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./set-up/project.mjs";

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string | undefined} [integrity]
 * @property {string} [license]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 *
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 * @property {string} licence an SPDX expression, or "" if the package declares none
 * @property {string | undefined} [integrity]
 * @property {boolean} isTool it is not installed where the server runs, unless the build put parts of it into the app
 */

/** These allow us to ship the product without publishing its source. */
const ALLOWED = new Set(["0BSD", "Apache-2.0", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "MIT OR Apache-2.0"]);

/** Licences that are only fit for the packages named here, and why. */
const ALLOWED_FOR = new Map([
  ["Python-2.0", /^argparse$/], // permissive; the text of Python itself
  ["BlueOak-1.0.0", /./], // permissive
  ["Unlicense", /./], // public domain
  ["MPL-2.0", /^(lightningcss(-[\w-]+)?|axe-core|ical\.js)$/], // its own files stay open; these run in builds and tests only
  ["CC-BY-4.0", /^caniuse-lite$/], // data about browsers, for builds only
]);

/** Packages that do not declare their licence where npm reads it. Their own text was read. */
const READ_BY_US = new Map([
  ["busboy@0.3.1", "MIT"],
  ["combine-errors@3.0.3", "MIT"],
  ["dicer@0.3.0", "MIT"],
  ["humanize-number@0.0.2", "MIT"],
  ["only@0.0.2", "MIT"],
  ["streamsearch@0.1.2", "MIT"],
]);

/** @returns {Package[]} the packages of the lock file, each version once, sorted by name */
export function lockedPackages(lock = readFileSync(path.join(root, "package-lock.json"), "utf8")) {
  /** @type {[string, LockedPackage][]} */
  const entries = Object.entries(JSON.parse(lock).packages);
  /** @type {Map<string, Package>} */
  const packages = new Map();
  for (const [place, { version = "", license, integrity, dev }] of entries) {
    if (place === "") continue;
    const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    const id = `${name}@${version}`;
    const isTool = Boolean(dev) && (packages.get(id)?.isTool ?? true);
    packages.set(id, { name, version, licence: license ?? READ_BY_US.get(id) ?? "", integrity, isTool });
  }
  return [...packages.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => found);
}

/** Reports packages whose licence is not on the lists above: read it, and then allow it or choose another package. */
export function forbiddenLicences(packages = lockedPackages()) {
  return packages
    .filter(({ name, licence }) => !ALLOWED.has(licence) && !ALLOWED_FOR.get(licence)?.test(name))
    .map(
      ({ name, version, licence }) =>
        `${name} ${version}: the licence "${licence}" is not allowed for it (scripts/licences.mjs)`,
    );
}
