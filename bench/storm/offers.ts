import type pg from "pg";

/**
 * Ends some open offers before their time. Locked ones are skipped, because their owner decides about them at this
 * moment.
 */
export const EXPIRE_SOME = `update private.slot_offers set expires_at = clock_timestamp() where id in (
  select id from private.slot_offers
  where state = 'open' and expires_at > clock_timestamp() and random() < 0.3 for update skip locked)`;

const HELD_TWICE = `with held as (
    select id, mentor_id, start_time, end_time, false as is_offer from slots
    union all select id, mentor_id, start_time, end_time, true from private.slot_offers
      where state = 'open' and expires_at > clock_timestamp()
  )
  select count(*)::int from held as one join held as other
    on one.is_offer and one.id <> other.id and one.start_time < other.end_time and one.end_time > other.start_time
      and one.mentor_id is not distinct from other.mentor_id`;

export async function countHeldTwice(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(HELD_TWICE);
  return rows[0]?.count ?? Number.NaN;
}

/** The number of offers in each state. */
export async function countOffers(owner: pg.Client): Promise<{ state: string; times: number }[]> {
  const { rows } = await owner.query<{ state: string; times: number }>(
    "select state, count(*)::int as times from private.slot_offers group by state",
  );
  return rows;
}

/** The students with a running offer. */
export async function listOffered(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ user_id: string }>(
    "select user_id from private.slot_offers where state = 'open' and expires_at > clock_timestamp()",
  );
  return rows.map(({ user_id }) => user_id);
}
