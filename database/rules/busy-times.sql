-- needs: identity user-plans mentor-assignment
-- The times at which nobody is free. They do not show who booked. Definers, because nobody may see the slots of other
-- students; they answer only for the calling student.

create function private.has_mentors() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.mentors where revoked_at is null);
$$;

-- The length of the caller's slots. A time may be free for a short call and too short for a long one.
create function private.caller_slot_minutes() returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when private.active_plan(auth.uid()) in ('Medium', 'Advanced') then 30 else 15 end;
end
$$;

-- The end of the busy time that begins at this local time, or null. Each hour has two short slots or a long one. A busy
-- time contains the break before or after its slot, so it never equals a slot: a screen that ignores the slot that it
-- moves (busyWithout in domain/slots.ts) does not ignore it.
create function private.busy_end(local timestamp, minutes integer, free_times bigint) returns timestamptz
language sql immutable
return case
  when extract(hour from local) not between 10 and 21 then null
  when extract(minute from local) = 0 and not private.is_free(free_times, local + interval '30 minutes')
    then (local + make_interval(mins => 30 + minutes)) at time zone 'Asia/Kolkata'
  when extract(minute from local) = 45 and minutes = 15 and not private.is_free(free_times, local)
    then (local + interval '45 minutes') at time zone 'Asia/Kolkata'
end;

-- The same for the view, which asks for one time after the other: the free times of a day are kept until the statement
-- ends. The days that a statement examines are limited here and not in server/rest/request-limits.ts, because only the
-- database knows which days a filter leaves. The cost lets the planner check a filter on the times first.
create function private.find_busy_end(start_time timestamptz, minutes integer, statement text) returns timestamptz
language plpgsql stable security definer cost 10000 set search_path = ''
as $$
declare
  max_days constant integer := 7;
  local constant timestamp := start_time at time zone 'Asia/Kolkata';
  day constant text := local::date;
  known text[] := string_to_array(current_setting('maarga.free_times', true), ' '); -- statement, day, free times, day, …
  position integer;
begin
  if known[1] is distinct from statement then
    known := array[statement];
  end if;
  position := array_position(known, day);
  if position is null then
    position := cardinality(known) + 1;
    if position > 2 * max_days and current_setting('role', true) is distinct from 'service_role' then
      raise exception 'Please ask for the busy times of at most % days.', max_days
        using errcode = 'P0001', hint = 'Filter start_time with gte and lt.';
    end if;
    known := known || array[day, private.free_times(day::date, minutes, auth.uid(), null, null)::text];
    perform set_config('maarga.free_times', array_to_string(known, ' '), true);
  end if;
  return private.busy_end(local, minutes, known[position + 1]::bigint);
end
$$;

-- The midnights between which the view examines times.
create function private.busy_times_begin() returns timestamptz
language sql stable set search_path = ''
return date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata';

create function private.busy_times_end() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select private.busy_times_begin() + make_interval(days => bookings_max_days_ahead + 1) from private.settings;
$$;

grant execute on function
  private.caller_slot_minutes(), private.busy_times_begin(), private.busy_times_end(),
  private.find_busy_end(timestamptz, integer, text)
  to authenticated, service_role;

-- The times that the caller cannot book: all slots, and the times held for others, while there is no mentor. With mentors,
-- the caller's own slots and the coming times at which no mentor is free; so clients that know nothing of mentors show the
-- right times. The view has its owner's rights on purpose, because it is the only way to see when others have booked. It
-- has no column that reveals more, and is read-only.
--
-- PostgreSQL plans it for each request, so its second half is simple: it lists the times of all days, the filter of the
-- request leaves a few, and the expensive function examines those. Each execution has an id of its own.
create view public.busy_slots as
select start_time, end_time from public.slots
where not exists (select from public.mentors where revoked_at is null) or user_id = (select auth.uid())
union all
select start_time, end_time from private.slot_offers
where not exists (select from public.mentors where revoked_at is null)
  and state = 'open' and expires_at > now() and user_id is distinct from (select auth.uid())
union all
select start_time, end_time
from (
    select * from generate_series(
      private.busy_times_begin(), private.busy_times_end(), interval '1 hour'
    ) as start_time
    union all
    select * from generate_series(
      private.busy_times_begin() + interval '45 minutes', private.busy_times_end(), interval '1 hour'
    )
  ) as times
  cross join lateral private.find_busy_end(
    start_time, (select private.caller_slot_minutes()), (select gen_random_uuid()::text)
  ) as end_time
where exists (select from public.mentors where revoked_at is null) and end_time is not null;

grant select on public.busy_slots to authenticated, service_role;

-- The same for one day, and for a student who asks for a certain mentor or language.
create function public.busy_times(day date, mentor uuid default null, language text default null)
returns table (start_time timestamptz, end_time timestamptz)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  has_mentors constant boolean := exists (select from public.mentors where revoked_at is null);
  minutes integer;
  free_times bigint;
begin
  if isfinite(day) is not true then
    return;
  end if;
  return query
    select start_time, end_time from public.slots
    where start_time >= day::timestamp at time zone 'Asia/Kolkata'
      and start_time < (day + 1)::timestamp at time zone 'Asia/Kolkata'
      and (not has_mentors or user_id = auth.uid())
    union all
    select start_time, end_time from private.slot_offers
    where slot_offers.day = busy_times.day and not has_mentors
      and state = 'open' and expires_at > now() and user_id is distinct from auth.uid();
  if has_mentors or mentor is not null or language is not null then
    minutes := private.caller_slot_minutes();
    free_times := private.free_times(day, minutes, auth.uid(), mentor, language);
    return query
      select local at time zone 'Asia/Kolkata', busy_end
      from generate_series(day + time '10:00', day + time '21:45', '15 minutes') as local
        cross join lateral private.busy_end(local, minutes, free_times) as busy_end
      where busy_end is not null;
  end if;
end
$$;

grant execute on function public.busy_times(date, uuid, text) to authenticated, service_role;

-- The three free times nearest to one that was cancelled, or to now if it has passed, for the mail about it. That time
-- itself is left out: the mentor may be free then, but has just cancelled.
create function private.nearest_free_times(student uuid, cancelled timestamptz, minutes integer)
returns table (start_time timestamptz, end_time timestamptz)
language sql stable security definer set search_path = ''
as $$
  with free as materialized (
    select day::date, private.free_times(day::date, minutes, student, null, null) as times
    from generate_series(
      (cancelled at time zone 'Asia/Kolkata')::date - 2, (cancelled at time zone 'Asia/Kolkata')::date + 7, '1 day'
    ) as day
    where private.has_mentors()
  )
  select starts, ends
  from (select greatest(cancelled, date_bin('15 minutes', now(), '2000-01-01 00:00Z')) as wanted) as wanted_time
    cross join lateral generate_series(wanted - interval '2 days', wanted + interval '7 days', '15 minutes') as starts
    cross join lateral (select starts + make_interval(mins => minutes) as ends, starts at time zone 'Asia/Kolkata' as local) as slot
  where starts > now() and starts <> cancelled
    and extract(hour from local) between 10 and 21
    and (extract(minute from local) = 30 or minutes = 15 and extract(minute from local) = 45)
    and case when private.has_mentors()
      then exists (select from free where day = local::date and private.is_free(times, local))
        and not exists (select from public.slots where user_id = student and start_time < ends and end_time > starts)
      else private.is_calendar_free(starts, ends, student)
    end
  order by abs(extract(epoch from starts - wanted)), starts
  limit 3;
$$;

grant execute on function private.nearest_free_times(uuid, timestamptz, integer) to maarga_server;
