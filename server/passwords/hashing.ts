import { hash, verify } from "@node-rs/argon2";
import { Failure } from "../errors/failure.ts";

/** argon2id, the package's default kind. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes a thread and 19 MiB: four at a time were the fastest, and the rest wait their turn. */
const AT_A_TIME = 4;
/** About a second of work: whoever comes after is better told to come again. */
const WAITING_AT_MOST = 200;
let running = 0;
const waiting: (() => void)[] = [];

export class PasswordQueueFull extends Failure {
  constructor() {
    super("busy", "too many passwords wait to be checked");
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/** Where there is no hash to compare with, as much work is done all the same: time tells nothing of who has an account. */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await inTurn(async () => verify(passwordHash ?? (await nobodysHash()), password));
  return matches && passwordHash !== null;
}

let nobody: Promise<string> | undefined;
function nobodysHash(): Promise<string> {
  nobody ??= hash("nobody has this password", COST);
  return nobody;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_A_TIME) running += 1;
  else if (waiting.length >= WAITING_AT_MOST) throw new PasswordQueueFull();
  // Whoever leaves hands the place over, so that the count stands still.
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
