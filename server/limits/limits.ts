import type { ServiceDatabase } from "../postgres/database.ts";
import { keyedHash } from "../tokens/keyed-hash.ts";

/** So many at once, and one more each time the refill has passed. */
interface Allowance {
  readonly burst: number;
  readonly refillSeconds: number;
}

const ALLOWANCES = {
  /** Sign-up, recovery, resend, one-time links, changes of an account: by network. */
  "account request": { burst: 30, refillSeconds: 10 },
  /** Sign-in and refresh: by network. */
  "token request": { burst: 30, refillSeconds: 2 },
  /** Opened links and typed codes: by network. */
  "verify request": { burst: 30, refillSeconds: 10 },
  /** The same kind of mail: by the address that was asked for, whether it has an account or not. */
  mail: { burst: 1, refillSeconds: 60 },
  /** Passwords for one address from one network. */
  "password attempt": { burst: 10, refillSeconds: 60 },
  /** Passwords for one address from anywhere: guessing from many networks stays slow too. */
  "password attempt anywhere": { burst: 100, refillSeconds: 36 },
  /** Six-digit codes for one address from anywhere. */
  "code attempt": { burst: 10, refillSeconds: 360 },
  /** The super-admin password, by admin. */
  "super-admin password attempt": { burst: 5, refillSeconds: 60 },
} as const satisfies Record<string, Allowance>;

export type LimitKind = keyof typeof ALLOWANCES;

interface LimitResult {
  readonly allowed: boolean;
  /** When not allowed: the time until the next one is. */
  readonly retryAfterSeconds: number;
}

const ALLOWED: LimitResult = { allowed: true, retryAfterSeconds: 0 };

interface LimitsDependencies {
  readonly database: ServiceDatabase;
  readonly internalKey: string;
  readonly enabled: boolean;
}

/** Buckets that all servers of one database share. A bucket is one instant: when it will be full again. */
export class Limits {
  readonly #dependencies: LimitsDependencies;

  constructor(dependencies: LimitsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Takes one out of the bucket of this kind and key. One statement, so that a crowd cannot slip through together. */
  async consume(kind: LimitKind, key: string): Promise<LimitResult> {
    if (!this.#dependencies.enabled) return ALLOWED;
    const { burst, refillSeconds } = ALLOWANCES[kind];
    const { rows } = await this.#dependencies.database.query<{ taken: boolean; full_in: number }>(TAKE, [
      this.#hash(kind, key),
      refillSeconds,
      burst * refillSeconds,
    ]);
    // No row at all: another request made the bucket a moment ago and left nothing in it.
    const { taken, full_in } = rows[0] ?? { taken: false, full_in: burst * refillSeconds };
    if (taken) return ALLOWED;
    const seconds = Math.ceil(full_in - (burst - 1) * refillSeconds);
    return { allowed: false, retryAfterSeconds: Math.max(1, seconds) };
  }

  /** Puts one back: what was taken for a try that turned out to be right. */
  async refund(kind: LimitKind, key: string): Promise<void> {
    if (!this.#dependencies.enabled) return;
    await this.#dependencies.database.query(
      "update private.rate_limits set full_at = full_at - make_interval(secs => $2) where key = $1",
      [this.#hash(kind, key), ALLOWANCES[kind].refillSeconds],
    );
  }

  #hash(kind: LimitKind, key: string): Buffer {
    return keyedHash(this.#dependencies.internalKey, "rate limit", kind, key).subarray(0, 16);
  }
}

const TAKE = `
with taken as (
  insert into private.rate_limits as bucket (key, full_at) values ($1, now() + make_interval(secs => $2))
  on conflict (key) do update set full_at = greatest(bucket.full_at, now()) + make_interval(secs => $2)
    where greatest(bucket.full_at, now()) + make_interval(secs => $2) <= now() + make_interval(secs => $3)
  returning full_at
)
select true as taken, 0::float8 as full_in from taken
union all
select false, extract(epoch from full_at - now())::float8 from private.rate_limits
  where key = $1 and not exists (select from taken)`;
