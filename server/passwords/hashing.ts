import { hash, verify } from "@node-rs/argon2";
import { MAX_PASSWORD_CHARACTERS, normalizePassword } from "../../domain/passwords.ts";
import { Failure } from "../errors/failure.ts";

/** The options of argon2id, the default algorithm of the package. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash needs a thread and 19 MiB. Four at once was the fastest in measurements. */
const CONCURRENCY = 4;
/** About a second of work. Further requests are told to retry. */
const MAX_QUEUE_LENGTH = 200;
/** The longest password in UTF-16, in which a character takes up to two units, decomposed into up to four. */
const MAX_CODE_UNITS = MAX_PASSWORD_CHARACTERS * 8;
let running = 0;
const queue: (() => void)[] = [];

export class PasswordQueueFull extends Failure {
  constructor() {
    super("busy", "too many passwords are waiting to be hashed");
  }
}

export function hashPassword(password: string): Promise<string> {
  return enqueue(() => hash(normalizePassword(password), ARGON2_OPTIONS));
}

/** Without a hash to compare with, a dummy is checked, so that the response time does not reveal who has an account. */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isTooLong = password.length > MAX_CODE_UNITS;
  const given = isTooLong ? "" : password;
  const expected = passwordHash ?? (await getDummyHash());
  const normalized = normalizePassword(given);
  let matches = await enqueue(() => verify(expected, normalized));
  // Hashes from before passwords were normalised are of the spelling that was typed.
  if (!matches && normalized !== given) matches = await enqueue(() => verify(expected, given));
  return matches && passwordHash !== null && !isTooLong;
}

let dummyHash: Promise<string> | undefined;
function getDummyHash(): Promise<string> {
  dummyHash ??= hash("dummy password", ARGON2_OPTIONS);
  return dummyHash;
}

async function enqueue<T>(work: () => Promise<T>): Promise<T> {
  if (running < CONCURRENCY) running += 1;
  else if (queue.length >= MAX_QUEUE_LENGTH) throw new PasswordQueueFull();
  // The task that finishes hands its place to the next one, so `running` does not change.
  else await new Promise<void>((resolve) => queue.push(resolve));
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}
