import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./set-up/project.mjs";

const exact = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;

/** Reports version ranges: with exact versions, only a commit changes what is installed. */
export function inexactVersions(manifest = readFileSync(path.join(root, "package.json"), "utf8")) {
  const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(manifest);
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides })
    .filter(([, version]) => !exact.test(version))
    .map(([name, version]) => `package.json: ${name} is "${version}"; use one exact version`);
}

/** Reports registry addresses: a lock file that has one installs from it, even if npm is configured to use another. */
export function registryAddresses(lock = readFileSync(path.join(root, "package-lock.json"), "utf8")) {
  /** @type {[string, { resolved?: string }][]} */
  const packages = Object.entries(JSON.parse(lock).packages);
  return packages
    .filter(([, { resolved }]) => resolved?.includes("://"))
    .map(
      ([place, { resolved }]) =>
        `package-lock.json: ${place} contains the address of a registry: ${resolved}`,
    );
}
