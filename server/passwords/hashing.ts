import { hash, verify } from "@node-rs/argon2";
import { MAX_PASSWORD_CHARACTERS, normalizePassword } from "../../domain/passwords.ts";
import { FairQueue } from "../limits/fair-queue.ts";

/** The options of argon2id, the default algorithm of the package. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash needs a thread and 19 MiB. Four at once was the fastest in measurements. */
const CONCURRENCY = 4;
/** The longest password in UTF-16, in which a character takes up to two units, decomposed into up to four. */
const MAX_CODE_UNITS = MAX_PASSWORD_CHARACTERS * 8;

/**
 * A storm of sign-ins from one network waits behind itself: it never uses all threads, and what waits of it is at most
 * about four seconds of work on two cores, such as a class that signs in at once.
 */
const queue = new FairQueue({
  name: "passwords",
  concurrency: CONCURRENCY,
  concurrencyPerClient: CONCURRENCY - 1,
  maxWaiting: 200,
  maxWaitingPerClient: 100,
  maxWaitMs: 10_000,
});

/** The client of passwords that no request has sent, such as the operator's. */
const SERVER = "server";

/** Clients take turns: `client` is the network of the request, or the user. */
export function hashPassword(password: string, client = SERVER): Promise<string> {
  return queue.run(client, () => hash(normalizePassword(password), ARGON2_OPTIONS));
}

/** Without a hash to compare with, a dummy is checked, so that the response time does not reveal who has an account. */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
  client = SERVER,
): Promise<boolean> {
  const isTooLong = password.length > MAX_CODE_UNITS;
  const given = isTooLong ? "" : password;
  const expected = passwordHash ?? (await getDummyHash());
  const normalized = normalizePassword(given);
  let matches = await queue.run(client, () => verify(expected, normalized));
  // Hashes from before passwords were normalized are of the spelling that was typed.
  if (!matches && normalized !== given) matches = await queue.run(client, () => verify(expected, given));
  return matches && passwordHash !== null && !isTooLong;
}

let dummyHash: Promise<string> | undefined;
function getDummyHash(): Promise<string> {
  dummyHash ??= hash("dummy password", ARGON2_OPTIONS);
  return dummyHash;
}
