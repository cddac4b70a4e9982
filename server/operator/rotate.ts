import pg from "pg";
import type { Query } from "../postgres/database.ts";
import { scramVerifier } from "../postgres/prepare/scram.ts";
import {
  generateDatabasePassword,
  generateInternalKey,
  generateSigningKey,
  readSecretsFile,
  writeSecretsFile,
} from "../secrets.ts";
import { StartupError } from "../startup-error.ts";
import { REPLACED_SIGNING_KEY_SECONDS } from "../tokens/tokens.ts";
import type { Instance } from "./instance.ts";

/**
 * The time until a new key is used: every server has read it by then, even where the operator has to copy secrets.json,
 * and so has everyone who caches the public keys.
 */
const ROLL_OUT_MINUTES = 15;

const ROTATIONS = {
  "signing-key": rotateSigningKey,
  "internal-key": rotateInternalKey,
  "database-password": rotateDatabasePassword,
} as const satisfies Record<string, (instance: Instance) => Promise<string>>;

/** Replaces a secret in secrets.json and returns what the operator has to know. Nobody has to sign in again. */
export async function rotate(instance: Instance, name: string): Promise<string> {
  if (!Object.hasOwn(ROTATIONS, name))
    throw new StartupError(`"${name}" cannot be rotated: name one of ${Object.keys(ROTATIONS).join(", ")}`);
  const { query } = instance;
  // Two commands at once would each replace the file, and one key would be lost.
  await query("select pg_advisory_lock(hashtext('rotate'))");
  return ROTATIONS[name as keyof typeof ROTATIONS](instance);
}

async function rotateSigningKey({ dataFolder }: Instance): Promise<string> {
  const secrets = readSecretsFile(dataFolder);
  const [current, ...replaced] = secrets.signingKeys;
  const [now, usedFrom] = [new Date(), inMinutes(ROLL_OUT_MINUTES)];
  const oldest = now.getTime() - REPLACED_SIGNING_KEY_SECONDS * 1000;
  await writeSecretsFile(dataFolder, {
    ...secrets,
    signingKeys: [
      await generateSigningKey(),
      ...(current ? [{ ...current, replacedAt: usedFrom.toISOString() }] : []),
      ...replaced
        .map((key) => ({ ...key, replacedAt: key.replacedAt ?? now.toISOString() }))
        .filter(({ replacedAt }) => Date.parse(replacedAt) > oldest),
    ],
  });
  return `${describeRollOut("signing key", usedFrom)} The old one verifies its tokens until they have expired, and is then dropped.`;
}

async function rotateInternalKey({ dataFolder }: Instance): Promise<string> {
  const secrets = readSecretsFile(dataFolder);
  const usedFrom = inMinutes(ROLL_OUT_MINUTES);
  await writeSecretsFile(dataFolder, {
    ...secrets,
    internalKey: generateInternalKey(),
    replacedInternalKeys: [
      { key: secrets.internalKey, replacedAt: usedFrom.toISOString() },
      ...secrets.replacedInternalKeys,
    ],
  });
  return `${describeRollOut("internal key", usedFrom)} What the old one has signed stays valid for its usual time.`;
}

async function rotateDatabasePassword(instance: Instance): Promise<string> {
  const hasReplacedLogins = await dropLoginPasswords(instance.query);
  const logins = hasReplacedLogins
    ? "The two logins of the server get new passwords at its next start."
    : "A server is running, so its two logins keep their passwords: stop all servers and run this command again to replace those too.";
  if (instance.isEmbedded) {
    await changeOwnerPassword(instance);
    return `The owner of the database has a new password, which is in secrets.json; a running server does not need it. ${logins}`;
  }
  const owner =
    "DATABASE_URL is set, so the owner's password belongs to that database: change it there (alter role … password …), put " +
    "the new one into DATABASE_URL on every server, and restart them.";
  if (!hasReplacedLogins) throw new StartupError(`${owner} ${logins}`);
  return `${logins} ${owner}`;
}

/** Returns false, and changes nothing, while servers are connected: with new passwords they could open no connection. */
async function dropLoginPasswords(query: Query): Promise<boolean> {
  const { rowCount } = await query(
    `delete from private.logins
     where not exists (select from pg_stat_activity where usename in (select name from private.logins))`,
  );
  return rowCount > 0;
}

/** The file holds both passwords while the database is changed: a start after a crash finds out which one it has. */
async function changeOwnerPassword({ dataFolder, query }: Instance): Promise<void> {
  const secrets = readSecretsFile(dataFolder);
  const databasePassword = generateDatabasePassword();
  await writeSecretsFile(dataFolder, {
    ...secrets,
    databasePassword,
    previousDatabasePassword: secrets.databasePassword,
  });
  await query(`alter role current_user password ${pg.escapeLiteral(scramVerifier(databasePassword))}`);
  await writeSecretsFile(dataFolder, { ...secrets, databasePassword, previousDatabasePassword: undefined });
}

function inMinutes(minutes: number): Date {
  return new Date(Date.now() + minutes * 60_000);
}

function describeRollOut(name: string, usedFrom: Date): string {
  return (
    `A new ${name} is in secrets.json, and is used from ${usedFrom.toISOString().slice(0, 16)}Z. A running server reads it by itself; ` +
    "if there are several machines, copy secrets.json to all of them before then."
  );
}
