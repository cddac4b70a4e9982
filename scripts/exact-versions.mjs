import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./set-up/project.mjs";

const exact = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;

/** Every dependency is one version: what is installed changes with a commit and at no other time. */
export function inexactVersions(manifest = readFileSync(path.join(root, "package.json"), "utf8")) {
  const { dependencies, devDependencies, optionalDependencies, overrides } = JSON.parse(manifest);
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides })
    .filter(([, version]) => !exact.test(version))
    .map(([name, version]) => `package.json: ${name} is "${version}"; one exact version belongs there`);
}

/** A lock file that names a registry installs from that one only, whatever the person's own npm says. */
export function registryAddresses(lock = readFileSync(path.join(root, "package-lock.json"), "utf8")) {
  /** @type {[string, { resolved?: string }][]} */
  const packages = Object.entries(JSON.parse(lock).packages);
  return packages
    .filter(([, { resolved }]) => resolved?.includes("://"))
    .map(([place, { resolved }]) => `package-lock.json: ${place} names where it came from: ${resolved}`);
}
