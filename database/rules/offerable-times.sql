-- needs: slots busy-times missed-calls
-- The free times of a day, and those that can be offered to a waiting student (slot-offers.sql).

-- The length of a student's slots, or null without a plan.
create function private.slot_length(student uuid) returns interval
language sql stable set search_path = ''
as $$
  select case plan when 'Basic' then interval '15 minutes' else interval '30 minutes' end
  from private.active_plan(student) as plan where plan is not null;
$$;

-- Returns the future times of a day for slots of this length, free or not.
create function private.slot_times(on_day date, length interval) returns setof tstzrange
language sql stable set search_path = ''
as $$
  select tstzrange(starts, starts + length)
  from generate_series(
      (on_day + time '10:30') at time zone 'Asia/Kolkata', (on_day + time '21:45') at time zone 'Asia/Kolkata', '15 minutes'
    ) as starts
  where starts > now()
    and (extract(minute from starts at time zone 'Asia/Kolkata') = 30
      or length = interval '15 minutes' and extract(minute from starts at time zone 'Asia/Kolkata') = 45);
$$;

-- Returns the times that are free for the student, and at which they have no other call; with null, those that are free
-- for anybody. With a wanted mentor, those of this mentor.
create function private.free_slots(
  on_day date, length interval, student uuid, wanted_mentor uuid default null
) returns setof tstzrange
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  of_mentors constant bigint := case when private.has_mentors()
    then private.free_times(on_day, extract(epoch from length)::integer / 60, student, wanted_mentor, null)
  end;
begin
  return query
    select slot from private.slot_times(on_day, length) as slot
    where case when of_mentors is null then
        wanted_mentor is null and private.is_calendar_free(lower(slot), upper(slot), student)
        else private.is_free(of_mentors, lower(slot) at time zone 'Asia/Kolkata')
          and not exists (
            select from public.slots where user_id = student and start_time < upper(slot) and end_time > lower(slot)
          )
      end;
end
$$;

-- Returns the times that are free for anybody, of both lengths, the earliest first.
create function private.free_slots(on_day date) returns tstzrange[]
language sql stable set search_path = ''
as $$
  select array(
    select slot from unnest(array[interval '15 minutes', interval '30 minutes']) as length,
      private.free_slots(on_day, length, null) as slot
    order by slot
  );
$$;

-- Returns the free times that are left after one was offered. Only times that overlap it are checked.
create function private.still_free(free tstzrange[], offered tstzrange) returns tstzrange[]
language plpgsql stable set search_path = ''
as $$
declare
  has_mentors constant boolean := private.has_mentors();
begin
  return array(
    select slot from unnest(free) as slot
    where case
        when not slot && offered then true
        when has_mentors then exists (select private.free_mentors(lower(slot), upper(slot), null, null, null))
        else private.is_calendar_free(lower(slot), upper(slot), null)
      end
    order by slot
  );
end
$$;

-- The number of a student's coming slots, read as in check_booking (slots.sql).
create function private.count_upcoming_slots(student uuid) returns bigint
language sql stable set search_path = ''
return (
  select count(*) from public.slots where user_id = student and start_time + interval '0' > now()
);

-- Returns whether the limits of check_booking (slots.sql) allow a student to be offered a time of this day.
create function private.can_book_on(student uuid, on_day date) returns boolean
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select (
      select count(*) from public.slots
      where user_id = student
        and start_time >= on_day::timestamp at time zone 'Asia/Kolkata'
        and start_time < (on_day + 1)::timestamp at time zone 'Asia/Kolkata'
    ) < 3
    and private.count_upcoming_slots(student)
      < (select bookings_max_upcoming from private.settings)
    and private.may_book_on(student, on_day)
    and exists (
      select from auth.users where id = student and (banned_until is null or banned_until <= now())
    );
$$;

-- The same for one time. Does not check whether the time is free.
create function private.can_book(student uuid, starts timestamptz, ends timestamptz) returns boolean
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select starts > now()
    and ends - starts is not distinct from private.slot_length(student)
    and not exists (
      select from public.slots where user_id = student and start_time < ends and end_time > starts
    )
    and private.can_book_on(student, (starts at time zone 'Asia/Kolkata')::date);
$$;

-- Returns the free times that have the length of a student's plan, at which they have no other call, and that they were
-- not offered before. One query for all times, because for many students none is left.
create function private.offerable(free tstzrange[], student uuid, length interval) returns setof tstzrange
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select slot from unnest(free) as slot
  where upper(slot) - lower(slot) = length
    and not exists (
      select from public.slots
      where user_id = student and start_time < upper(slot) and start_time > lower(slot) - interval '1 day'
        and end_time > lower(slot)
    )
    and not exists (
      select from private.slot_offers
      where user_id = student and start_time = lower(slot) and state <> 'withdrawn'
    )
  order by slot;
$$;
