-- needs: identity user-plans mentor-assignment
-- When nobody is free, without a word about who booked. Definers, because nobody may see the slots of other students;
-- they answer only for the calling student.

create function private.has_mentors() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.mentors where revoked_at is null);
$$;

-- The length of the caller's slots. A time may be free for a short call and too short for a long one.
create function private.caller_slot_minutes() returns integer
language sql stable security definer set search_path = ''
as $$
  select case when private.active_plan(auth.uid()) in ('Medium', 'Advanced') then 30 else 15 end;
$$;

-- The end of the busy time that begins at this quarter of an hour, or null. Each hour has two short slots or a long one.
-- A busy time contains the break before or after its slot, so it never equals a slot: a screen that ignores the slot that
-- it moves (busyWithout in domain/slots.ts) does not ignore it. The cost lets the planner check a filter on the times
-- first.
create function private.find_busy_end(
  quarter timestamptz, minutes integer, wanted_mentor uuid default null, wanted_language text default null
) returns timestamptz
language plpgsql stable security definer cost 10000 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  local constant timestamp := quarter at time zone 'Asia/Kolkata';
  starts timestamptz;
begin
  if extract(hour from local) not between 10 and 21 then
    return null;
  end if;
  case extract(minute from local)
    when 0 then starts := quarter + interval '30 minutes';
    when 45 then starts := quarter;
    else return null;
  end case;
  if starts = quarter and minutes = 30 or exists (
    select from private.free_mentors(
      starts, starts + make_interval(mins => minutes), auth.uid(), wanted_mentor, wanted_language
    )
  ) then
    return null;
  end if;
  return case when starts = quarter then starts + interval '45 minutes' else starts + make_interval(mins => minutes) end;
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
  private.has_mentors(), private.caller_slot_minutes(), private.busy_times_begin(), private.busy_times_end(),
  private.find_busy_end(timestamptz, integer, uuid, text)
  to authenticated, service_role;

-- The times that the caller cannot book: all slots while there is no mentor. With mentors, the caller's own slots and
-- the coming times at which no mentor is free; so clients that know nothing of mentors show the right times. The view
-- has its owner's rights on purpose, because it is the only way to see when others have booked. It has no column that
-- reveals more, and is read-only.
--
-- PostgreSQL plans it for each request, so its second half is simple: it lists all quarters of an hour, the filter of the
-- request leaves a few, and the expensive function examines those.
create view public.busy_slots as
select start_time, end_time from public.slots
where not (select private.has_mentors()) or user_id = (select auth.uid())
union all
select start_time, private.find_busy_end(start_time, (select private.caller_slot_minutes()))
from generate_series(private.busy_times_begin(), private.busy_times_end(), interval '15 minutes') as start_time
where private.has_mentors()
  and private.find_busy_end(start_time, (select private.caller_slot_minutes())) is not null;

grant select on public.busy_slots to authenticated, service_role;

-- The same for one day, and for a student who asks for a certain mentor or language.
create function public.busy_times(day date, mentor uuid default null, language text default null)
returns table (start_time timestamptz, end_time timestamptz)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  has_mentors constant boolean := private.has_mentors();
  minutes constant integer := private.caller_slot_minutes();
begin
  if isfinite(day) is not true then
    return;
  end if;
  return query
    select start_time, end_time from public.slots
    where start_time >= day::timestamp at time zone 'Asia/Kolkata'
      and start_time < (day + 1)::timestamp at time zone 'Asia/Kolkata'
      and (not has_mentors or user_id = auth.uid());
  if has_mentors or mentor is not null or language is not null then
    return query
      select quarter, busy_end
      from generate_series(
          (day + time '10:00') at time zone 'Asia/Kolkata', (day + time '21:45') at time zone 'Asia/Kolkata', '15 minutes'
        ) as quarter
        cross join lateral private.find_busy_end(quarter, minutes, mentor, language) as busy_end
      where busy_end is not null;
  end if;
end
$$;

grant execute on function public.busy_times(date, uuid, text) to authenticated, service_role;

-- The three free times nearest to one that was cancelled, for the mail about it. That time itself is left out: the mentor
-- may be free then, but has just cancelled.
create function private.nearest_free_times(student uuid, cancelled timestamptz, minutes integer)
returns table (start_time timestamptz, end_time timestamptz)
language sql stable security definer set search_path = ''
as $$
  select starts, ends
  from generate_series(cancelled - interval '2 days', cancelled + interval '7 days', '15 minutes') as starts
    cross join lateral (select starts + make_interval(mins => minutes) as ends, starts at time zone 'Asia/Kolkata' as local) as slot
  where starts > now() and starts <> cancelled
    and extract(hour from local) between 10 and 21
    and (extract(minute from local) = 30 or minutes = 15 and extract(minute from local) = 45)
    and case when private.has_mentors()
      then exists (select from private.free_mentors(starts, ends, student, null, null))
        and not exists (select from public.slots where user_id = student and start_time < ends and end_time > starts)
      else not exists (
        select from public.slots
        where start_time >= starts - interval '1 day' and start_time < ends and end_time > starts
      )
    end
  order by abs(extract(epoch from starts - cancelled)), starts
  limit 3;
$$;

grant execute on function private.nearest_free_times(uuid, timestamptz, integer) to maarga_server;
