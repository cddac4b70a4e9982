import type { ServiceDatabase } from "../postgres/database.ts";
import { type InternalKeys, keyedHash } from "../tokens/keyed-hash.ts";
import { countLimit } from "./limit-counts.ts";
import type { LimitReports } from "./limit-reports.ts";
import { UsedUpLimits } from "./used-up.ts";

/** A token bucket: it holds `burst` requests and regains one every `refillSeconds`. */
interface Allowance {
  readonly burst: number;
  readonly refillSeconds: number;
}

const ALLOWANCES = {
  /** Sign-up, recovery, resend and one-time links, by network. */
  "account request": { burst: 30, refillSeconds: 10 },
  /** Sign-ins and refreshes that were refused, by network. */
  "token request": { burst: 30, refillSeconds: 2 },
  /** Wrong codes, and links that do not work, by network. */
  "verify request": { burst: 30, refillSeconds: 10 },
  /** The same by the /48 of an IPv6 address: four times as much, because one customer may own all of it. */
  "account request by /48": { burst: 120, refillSeconds: 2.5 },
  "token request by /48": { burst: 120, refillSeconds: 0.5 },
  "verify request by /48": { burst: 120, refillSeconds: 2.5 },
  /** Changes of an account, and of its sessions and second step, by session. */
  "account request of a session": { burst: 30, refillSeconds: 10 },
  /** Checks of a second step, by session. Their codes have limits of their own. */
  "verify request of a session": { burst: 100, refillSeconds: 2 },
  /** Mails of one kind, by requested address, with or without an account. */
  mail: { burst: 1, refillSeconds: 60 },
  /** Mails that let their reader in, by requested address: strangers cannot fill somebody's mailbox. */
  "mails with access a day": { burst: 10, refillSeconds: 8_640 },
  /** All other mails, by requested address. */
  "mails a day": { burst: 10, refillSeconds: 8_640 },
  /** Mails about slots, by student: booking and deleting in turn must not use up what the mail server takes. */
  "slot mails a day": { burst: 40, refillSeconds: 2_160 },
  /** Requested changes of address, by account: each sends a mail to the old address and one to a possible stranger. */
  "address changes a day": { burst: 10, refillSeconds: 8_640 },
  /** Passwords by device or session, or, without a bot challenge, by address and network. */
  "password attempt": { burst: 10, refillSeconds: 60 },
  /** Wrong passwords by address. Nobody is refused by it: it only decides how hard the bot challenge is. */
  "wrong password": { burst: 1_000, refillSeconds: 60 },
  /** Wrong passwords by network, IPv6 by /48. */
  "wrong password of a network": { burst: 1_000, refillSeconds: 2 },
  /** Six-digit codes, by address. */
  "code attempt": { burst: 10, refillSeconds: 360 },
  /** Codes of authenticator apps, by user and network. */
  "app code attempt": { burst: 10, refillSeconds: 60 },
  /** Codes of authenticator apps, by user: six digits, three of which are valid at a time. */
  "app code attempt anywhere": { burst: 30, refillSeconds: 600 },
  /** Recovery codes, by user and network. */
  "recovery code attempt": { burst: 10, refillSeconds: 60 },
  /** Passkeys that are added, removed or renamed, by user. Adding and removing one sends a mail. */
  "passkey change": { burst: 20, refillSeconds: 600 },
  /** Sign-ins with a valid signature of a passkey, by user. */
  "passkey sign-in": { burst: 30, refillSeconds: 60 },
  /** Invitations of colleagues, by admin: each sends a mail to a possible stranger. */
  invitation: { burst: 20, refillSeconds: 600 },
  /** Confirmations and links for new passwords that an admin requests for others, by admin. */
  "account mail": { burst: 30, refillSeconds: 120 },
  /** Mails that an admin sends to themselves, by admin: with MAIL_APPROVAL_ABOVE, they need no password. */
  "test mail": { burst: 30, refillSeconds: 60 },
  /** The super-admin password, by admin. */
  "super-admin password attempt": { burst: 5, refillSeconds: 60 },
} as const satisfies Record<string, Allowance>;

export type LimitKind = keyof typeof ALLOWANCES;

export interface LimitResult {
  readonly allowed: boolean;
  /** The time until the next request is allowed; 0 if this one is. */
  readonly retryAfterSeconds: number;
}

/** The sender of the request, for the security events. */
interface LimitedClient {
  readonly address?: string | undefined;
  readonly userId?: string;
}

const ALLOWED: LimitResult = { allowed: true, retryAfterSeconds: 0 };

interface LimitsDependencies {
  readonly database: ServiceDatabase;
  readonly internalKeys: InternalKeys;
  readonly reports: LimitReports;
  readonly enabled: boolean;
}

/** Rate limits that all servers of a database share. A bucket is stored as the time at which it will be full again. */
export class Limits {
  readonly #dependencies: LimitsDependencies;
  readonly #usedUp = new UsedUpLimits();

  constructor(dependencies: LimitsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Counts one request against the limit. A single statement, so that concurrent requests cannot all pass. */
  async consume(kind: LimitKind, key: string, client: LimitedClient = {}): Promise<LimitResult> {
    if (!this.#dependencies.enabled) return ALLOWED;
    const retryAfterSeconds =
      this.#usedUp.secondsLeft(bucketOf(kind, key)) || (await this.#consume(kind, key));
    if (retryAfterSeconds === 0) return ALLOWED;
    countLimit(kind);
    this.#dependencies.reports.report({ limit: kind, address: client.address, userId: client.userId });
    return { allowed: false, retryAfterSeconds };
  }

  /** Returns 0, or the seconds until the next request is allowed. */
  async #consume(kind: LimitKind, key: string): Promise<number> {
    const { burst, refillSeconds } = ALLOWANCES[kind];
    const { rows } = await this.#dependencies.database.query<{ allowed: boolean; full_in: number }>(
      CONSUME,
      this.#consumption(kind, key),
    );
    // No row: a concurrent request has just created the bucket and emptied it.
    const { allowed, full_in } = rows[0] ?? { allowed: false, full_in: burst * refillSeconds };
    if (allowed) return 0;
    const seconds = Math.max(1, Math.ceil(full_in - (burst - 1) * refillSeconds));
    if (isOfNetwork(kind)) this.#usedUp.add(bucketOf(kind, key), seconds);
    return seconds;
  }

  /** Returns whether this server has refused a request by this limit in the last second. */
  isUsedUp(kind: LimitKind, key: string): boolean {
    return this.#usedUp.secondsLeft(bucketOf(kind, key)) > 0;
  }

  /** Counts one request, allowed or not, and returns how many are in the bucket now. */
  async count(kind: LimitKind, key: string): Promise<number> {
    if (!this.#dependencies.enabled) return 0;
    const { rows } = await this.#dependencies.database.query<{ full_in: number }>(
      CONSUME,
      this.#consumption(kind, key),
    );
    const { burst, refillSeconds } = ALLOWANCES[kind];
    return rows[0] ? Math.ceil(rows[0].full_in / refillSeconds) : burst;
  }

  /** Reverts one `consume` or `count`, after an attempt that succeeded. */
  async giveBack(kind: LimitKind, key: string): Promise<void> {
    if (!this.#dependencies.enabled) return;
    this.#usedUp.delete(bucketOf(kind, key));
    await this.#dependencies.database.query(
      "update private.rate_limits set full_at = full_at - make_interval(secs => $2) where key = $1",
      [this.#hash(kind, key), ALLOWANCES[kind].refillSeconds],
    );
  }

  /** A rotation of the key empties no bucket in use for long: each starts again, once. */
  #consumption(kind: LimitKind, key: string): unknown[] {
    const { burst, refillSeconds } = ALLOWANCES[kind];
    return [this.#hash(kind, key), refillSeconds, burst * refillSeconds];
  }

  #hash(kind: LimitKind, key: string): Buffer {
    return keyedHash(this.#dependencies.internalKeys, "rate limit", kind, key).subarray(0, 16);
  }
}

const bucketOf = (kind: LimitKind, key: string) => `${kind} ${key}`;

/** The limits that anybody can flood. The others need a login. */
function isOfNetwork(kind: LimitKind): boolean {
  return /^(account|token|verify) request( by \/48)?$/.test(kind);
}

const CONSUME = `
with consumed as (
  insert into private.rate_limits as bucket (key, full_at) values ($1, now() + make_interval(secs => $2))
  on conflict (key) do update set full_at = greatest(bucket.full_at, now()) + make_interval(secs => $2)
    where greatest(bucket.full_at, now()) + make_interval(secs => $2) <= now() + make_interval(secs => $3)
  returning full_at
)
select true as allowed, extract(epoch from full_at - now())::float8 as full_in from consumed
union all
select false, extract(epoch from full_at - now())::float8 from private.rate_limits
  where key = $1 and not exists (select from consumed)`;
