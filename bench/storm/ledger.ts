import type pg from "pg";

/**
 * Triggers that write down each change of a booking in its transaction, whoever makes it, so that the proof does not depend
 * on clients and servers that were killed. They look at the new state while its locks are held, and at the mail at the
 * commit.
 */
const LEDGER = `
  create schema storm;
  create table storm.ledger (
    action text not null, slot uuid not null, student uuid not null, actor uuid, starts_at timestamptz not null,
    was_possible boolean, over_limits boolean, has_mail boolean
  );

  -- Whether the mentor of a slot had the rights, hours and no absence when the slot was booked, moved or handed over. While
  -- nobody is a mentor, slots have none; the next one gets them as they are.
  create function storm.is_possible(slot public.slots) returns boolean language sql stable as $$
    select case when slot.mentor_id is null then not exists (select from public.mentors where revoked_at is null)
    else exists (
      select from public.mentors join public.mentor_hours as hours on hours.mentor_id = mentors.id
      where mentors.id = slot.mentor_id and active and revoked_at is null
        and weekday = extract(isodow from slot.start_time at time zone 'Asia/Kolkata')
        and hours.starts_at <= (slot.start_time at time zone 'Asia/Kolkata')::time
        and hours.ends_at >= (slot.end_time at time zone 'Asia/Kolkata')::time
    ) and not exists (
      select from public.mentor_absences as absence
      where absence.mentor_id = slot.mentor_id and absence.starts_at < slot.end_time and absence.ends_at > slot.start_time
    ) end
  $$;
  create function storm.record_change() returns trigger language plpgsql security definer as $$
  begin
    insert into storm.ledger values (
      tg_op, new.id, new.user_id, auth.uid(), new.start_time, storm.is_possible(new),
      (select count(*) from public.slots
        where user_id = new.user_id
          and (start_time at time zone 'Asia/Kolkata')::date = (new.start_time at time zone 'Asia/Kolkata')::date) > 3
      or (select count(*) from public.slots where user_id = new.user_id and start_time > now())
        > (select bookings_max_upcoming from private.settings),
      null
    );
    return null;
  end $$;
  create trigger record_booking after insert on public.slots for each row execute function storm.record_change();
  create trigger record_move after update of start_time, end_time, mentor_id on public.slots
    for each row when (old.mentor_id is not null) execute function storm.record_change();

  -- The mail about a deleted slot: its row says who deleted it, and a job waits. At the commit, because the mail is
  -- queued by another trigger.
  create function storm.record_deletion() returns trigger language plpgsql security definer as $$
  begin
    insert into storm.ledger values (
      'DELETE', old.id, old.user_id, auth.uid(), old.start_time, null, null,
      exists (
        select from private.slot_mails
        where slot_id = old.id and user_id = old.user_id and is_cancelled = (auth.uid() is distinct from old.user_id)
      ) and exists (select from graphile_worker.jobs where key = 'slot change ' || old.id)
    );
    return null;
  end $$;
  create constraint trigger record_deletion after delete on public.slots
    deferrable initially deferred for each row execute function storm.record_deletion();`;

export async function keepLedger(owner: pg.Client): Promise<void> {
  await owner.query(LEDGER);
}

/** The violations that must never occur. Each is zero, or the rules have a gap. */
export interface Violations {
  /** Pairs of bookings that meet in one mentor or in one student. */
  readonly collisions: number;
  /** Bookings that went to a mentor without rights, hours or time. */
  readonly impossible: number;
  /** Bookings at a time that their mentor has blocked. */
  readonly inAbsences: number;
  /** Bookings after which a student had more than three slots on a day, or more coming ones than the limit. */
  readonly overLimits: number;
  /** Deleted or cancelled bookings about which no mail will say the right thing. */
  readonly withoutMail: number;
  /** Bookings that are gone, although neither their student nor a mentor nor an admin cancelled them. */
  readonly lost: number;
  /** Bookings of which a client was told, and which were never stored. */
  readonly forgotten: number;
  /** Mails that the worker has given up. A job that another one has replaced loses its key. */
  readonly failedJobs: number;
}

const VIOLATIONS = `select
  (select count(*) from slots one join slots other
     on one.id < other.id and one.start_time < other.end_time and one.end_time > other.start_time
       and (one.mentor_id is not distinct from other.mentor_id or one.user_id = other.user_id)) as "collisions",
  (select count(*) from storm.ledger where not was_possible) as "impossible",
  (select count(*) from slots join mentor_absences as absence using (mentor_id)
     join mentors on mentors.id = mentor_id and revoked_at is null
     where absence.starts_at < end_time and absence.ends_at > start_time and start_time > now()) as "inAbsences",
  (select count(*) from storm.ledger where over_limits) as "overLimits",
  (select count(*) from storm.ledger left join private.slot_mails on slot_id = slot
     where action = 'DELETE' and (not has_mail or is_cancelled <> (actor is distinct from student)))
    as "withoutMail",
  (select count(*) filter (where action = 'INSERT') - count(*) filter (where action = 'DELETE') from storm.ledger)
    - (select count(*) from slots where start_time > now())
    + abs(
      (select count(*) from storm.ledger where action = 'DELETE' and actor is distinct from student)
      - (select count(*) from audit_log where action = 'booking cancelled')) as "lost",
  greatest(0, $1 - (select count(*) from storm.ledger where action = 'INSERT')) as "forgotten",
  (select count(*) from graphile_worker.jobs where task_identifier = 'send-slot-mail' and attempts >= max_attempts
     and key is not null) as "failedJobs"`;

/** @param confirmed the bookings that clients were told of */
export async function findViolations(owner: pg.Client, confirmed: number): Promise<Violations> {
  const { rows } = await owner.query<Record<keyof Violations, string>>(VIOLATIONS, [confirmed]);
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]),
  ) as unknown as Violations;
}
