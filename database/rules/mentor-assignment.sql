-- The mentors who are free at a time, and the assignment of one of them to a booking.

-- The mentors who could take a call at this time: they take bookings, have hours then, are not absent, have no other
-- booking, and are not held for another student. Bookings of the same student do not count: a student cannot have two
-- calls at once, and a booking that moves must not block itself. A request for a mentor or a language excludes all
-- others. Inlined into the query of its caller, because it has no search_path.
create function private.free_mentors(
  starts timestamptz, ends timestamptz, student uuid, wanted_mentor uuid, wanted_language text
) returns setof uuid
language sql stable
as $$
  select mentor.id
  from public.mentors as mentor
  where mentor.active and mentor.revoked_at is null
    and mentor.id is distinct from student
    and (wanted_mentor is null or mentor.id = wanted_mentor)
    and (wanted_language is null or wanted_language = any (mentor.languages))
    and exists (
      select from public.mentor_hours as hours
      where hours.mentor_id = mentor.id
        and hours.weekday = extract(isodow from starts at time zone 'Asia/Kolkata')
        and hours.starts_at <= (starts at time zone 'Asia/Kolkata')::time
        and hours.ends_at >= (ends at time zone 'Asia/Kolkata')::time
    )
    and not exists (
      select from public.mentor_absences as absence
      where absence.mentor_id = mentor.id and absence.starts_at < ends and absence.ends_at > starts
    )
    -- Slots never span two days, so the index needs few steps.
    and not exists (
      select from public.slots as slot
      where slot.mentor_id = mentor.id
        and slot.start_time >= date_trunc('day', starts at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'
        and slot.start_time < ends and slot.end_time > starts
        and slot.user_id is distinct from student
    )
    and not exists (
      select from private.slot_offers as offer
      where offer.mentor_id = mentor.id
        and offer.day = (starts at time zone 'Asia/Kolkata')::date
        and offer.state = 'open' and offer.expires_at > now()
        and offer.start_time < ends and offer.end_time > starts
        and offer.user_id is distinct from student
    );
$$;

-- The quarters of an hour from one to before another, counted from 10:00, as bits. Quarters outside 10:00 to 22:00 are
-- left out.
create function private.quarter_bits(first_quarter float8, end_quarter float8) returns bigint
language sql immutable
return (1::bigint << least(48, greatest(0, first_quarter, end_quarter))::integer)
  - (1::bigint << least(48, greatest(0, first_quarter))::integer);

-- The quarters of an hour of a day at which each mentor could take a call, as bits; a row for each of their hours. It reads
-- a day once, where free_mentors would search each mentor's bookings for each time.
create function private.free_calendars(day date, student uuid) returns table (mentor_id uuid, quarters bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  midnight constant timestamptz := free_calendars.day::timestamp at time zone 'Asia/Kolkata';
  opening constant timestamptz := (free_calendars.day + time '10:00') at time zone 'Asia/Kolkata';
begin
  return query
    with taken as (
      select mentor_id, bit_or(private.quarter_bits(
        floor(date_part('epoch', starts_at - opening) / 900), ceil(date_part('epoch', ends_at - opening) / 900)
      )) as quarters
      from (
        select mentor_id, start_time, end_time from public.slots
        where start_time >= midnight and start_time < midnight + interval '24 hours'
          and user_id is distinct from student
        union all
        select mentor_id, starts_at, ends_at from public.mentor_absences
        where starts_at < midnight + interval '24 hours' and ends_at > midnight
        union all
        select mentor_id, start_time, end_time from private.slot_offers as offer
        where offer.day = free_calendars.day and state = 'open' and expires_at > now()
          and user_id is distinct from student
      ) as times (mentor_id, starts_at, ends_at)
      group by mentor_id
    )
    select mentor.id, ~coalesce(taken.quarters, 0) & private.quarter_bits(
      ceil(date_part('epoch', hours.starts_at - time '10:00') / 900),
      floor(date_part('epoch', hours.ends_at - time '10:00') / 900)
    )
    from public.mentors as mentor
      join public.mentor_hours as hours on hours.mentor_id = mentor.id
      left join taken on taken.mentor_id = mentor.id
    where mentor.active and mentor.revoked_at is null
      and mentor.id is distinct from student
      and hours.weekday = extract(isodow from free_calendars.day);
end
$$;

-- Returns the quarters of an hour at which free_mentors finds a mentor for a call of this length, as bits.
create function private.free_times(
  day date, minutes integer, student uuid, wanted_mentor uuid, wanted_language text
) returns bigint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select coalesce(bit_or(case minutes when 15 then quarters else quarters & (quarters >> 1) end), 0)
    from private.free_calendars(day, student) join public.mentors on mentors.id = mentor_id
    where (wanted_mentor is null or mentor_id = wanted_mentor)
      and (wanted_language is null or wanted_language = any (languages))
  );
end
$$;

-- Whether a call can begin at this local time, according to free_times of its day.
create function private.is_free(free_times bigint, local timestamp) returns boolean
language sql immutable
return free_times >> (extract(hour from local) * 4 + extract(minute from local) / 15 - 40)::integer & 1 = 1;

-- Whether the time is held for another student of a waiting list, while all slots share one calendar.
create function private.is_held(starts timestamptz, ends timestamptz, student uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.slot_offers
    where day = (starts at time zone 'Asia/Kolkata')::date and state = 'open' and expires_at > now()
      and start_time < ends and end_time > starts and user_id is distinct from student
  );
$$;

-- Whether a time of that calendar is free for the student, or, with null, for everyone.
create function private.is_calendar_free(starts timestamptz, ends timestamptz, student uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not private.is_held(starts, ends, student) and not exists (
    select from public.slots
    where start_time >= starts - interval '1 day' and start_time < ends and end_time > starts
  );
$$;

-- The mentor who gets a booking, or null if nobody is free. The reasons, in their order:
--
-- 1. A booking that moves keeps its mentor: the student knows with whom they talk.
-- 2. The mentor of the student's last call knows the student, who need not tell everything again.
-- 3. A mentor who knows the exam and level of the student's plan gives better advice. The language needs no rule here:
--    a student who asks for one gets nobody else.
-- 4. The mentor with the least to do that day: work is shared, and nobody has six calls in a row while others wait.
-- 5. The order of the grants, so that the result never depends on chance.
create function private.assign_mentor(booking public.slots, current_mentor uuid) returns uuid
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  last_mentor uuid;
  plan public.user_plans;
  day constant timestamptz :=
    date_trunc('day', booking.start_time at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata';
begin
  select mentor_id into last_mentor from public.slots
    where user_id = booking.user_id and start_time <= now() and mentor_id is not null
    order by start_time desc limit 1;
  select * into plan from public.user_plans
    where user_id = booking.user_id and active and expires_at > now();
  return (
    select mentor.id
    from private.free_mentors(
      booking.start_time, booking.end_time, booking.user_id, booking.wanted_mentor, booking.wanted_language
    ) as free (id) join public.mentors as mentor using (id)
    order by
      (mentor.id = current_mentor) is true desc,
      (mentor.id = last_mentor) is true desc,
      (plan.plan_exam = any (mentor.exams) and plan.plan_level = any (mentor.levels)) is true desc,
      (
        select coalesce(sum(end_time - start_time), interval '0') from public.slots
        where mentor_id = mentor.id and start_time >= day and start_time < day + interval '24 hours'
      ),
      mentor.granted_at, mentor.id
    limit 1
  );
end
$$;

-- The mentors whom the caller may ask for. A definer, because students may read neither who is a former mentor nor hours.
create function public.bookable_mentors()
returns table (id uuid, name text, languages text[], about text, has_photo boolean)
language sql stable security definer set search_path = ''
as $$
  select id, name, languages, about, exists (select from public.mentor_photos where mentor_id = id)
  from public.mentors
  where active and revoked_at is null and id is distinct from auth.uid()
    and exists (select from public.mentor_hours where mentor_id = id)
  order by name, id
  limit 1000; -- the maximum of one response
$$;

grant execute on function public.bookable_mentors() to authenticated;
