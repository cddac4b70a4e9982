-- needs: identity mentors mentor-bookings
-- Hours, days off and blocked times, set by mentors for themselves and by admins for all. Definers, because they read
-- the bookings of all students.

-- Records changes of a mentor's time by somebody else. A mentor's own changes are not recorded.
create function private.record_for_mentor(mentor uuid, action text, details jsonb default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is distinct from mentor then
    perform private.record_action(
      action, mentor, coalesce((select email from auth.users where id = mentor), mentor::text), details
    );
  end if;
end
$$;

create function private.hours_a_week(mentor uuid) returns numeric
language sql stable security definer set search_path = ''
as $$
  select coalesce(round(extract(epoch from sum(ends_at - starts_at)) / 3600, 1), 0)
  from public.mentor_hours where mentor_id = mentor;
$$;

-- Replaces the weekly hours: [{"weekday": 1, "starts_at": "10:00", "ends_at": "13:00"}, …]. Bookings outside the new
-- hours stay, because they were promised.
create function public.set_mentor_hours(mentor uuid, hours jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  hours_before numeric;
  wanted public.mentor_hours[];
begin
  perform private.lock_bookings_as_mentor(mentor);
  hours_before := private.hours_a_week(mentor);
  if jsonb_typeof(hours) is distinct from 'array' or jsonb_array_length(hours) > 50 then
    raise exception 'Please choose your hours.' using errcode = 'P0001';
  end if;
  -- Hours that touch or overlap become one, so that a slot never lies across two rows.
  select array_agg(row(mentor, weekday, lower(part)::time, upper(part)::time, now())::public.mentor_hours) into wanted
    from (
      select weekday, unnest(range_agg(tsrange('2000-01-01'::date + starts_at, '2000-01-01'::date + ends_at))) as part
      from jsonb_to_recordset(hours) as entry (weekday smallint, starts_at time, ends_at time)
      where starts_at < ends_at
      group by weekday
    ) as merged;
  -- Hours that stay are left as they are, and begin no new time in former_hours.
  delete from public.mentor_hours as hours
    where mentor_id = mentor and not exists (
      select from unnest(wanted) as kept
      where (kept.weekday, kept.starts_at, kept.ends_at) = (hours.weekday, hours.starts_at, hours.ends_at)
    );
  insert into public.mentor_hours select * from unnest(wanted) on conflict do nothing;
  perform private.offer_times_of_all_days();
  perform private.record_for_mentor(
    mentor, 'mentor hours set', jsonb_build_object('from', hours_before, 'to', private.hours_a_week(mentor))
  );
end
$$;

-- Whether the mentor takes new bookings. Existing ones stay.
create function public.set_mentor_active(mentor uuid, active boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_bookings_as_mentor(mentor);
  update public.mentors as changed set active = set_mentor_active.active
    where id = mentor and changed.active <> set_mentor_active.active;
  if found then
    perform private.record_for_mentor(mentor, case when active then 'mentor resumed' else 'mentor paused' end);
  end if;
  perform private.offer_times_of_all_days();
end
$$;

-- The upcoming bookings in a time that a mentor wants to block, at most as long as block_time allows, and who else is
-- free for each: fewer than resolve_booking accepts, if one of them is held for the same student. A day is read once.
create function public.list_bookings_in(mentor uuid, starts_at timestamptz, ends_at timestamptz)
returns table (id uuid, start_time timestamptz, end_time timestamptz, student_name text, phone text, free_mentors jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_mentor(mentor);
  if (ends_at <= starts_at + interval '92 days') is not true then
    raise exception 'Please choose at most 92 days.' using errcode = 'P0001';
  end if;
  return query
    with booking as materialized (
      select
        slots.id, user_id, start_time, end_time, (start_time at time zone 'Asia/Kolkata')::date as day,
        private.quarter_bits(
          (date_part('epoch', (start_time at time zone 'Asia/Kolkata')::time) / 900 - 40),
          (date_part('epoch', (end_time at time zone 'Asia/Kolkata')::time) / 900 - 40)
        ) as needed
      from public.slots
      where mentor_id = mentor and start_time > now() and start_time < ends_at and end_time > starts_at
    ), free as materialized (
      select day, mentor_id, name, quarters
      from (select distinct day from booking) as days
        cross join lateral private.free_calendars(day, null)
        join public.mentors on mentors.id = mentor_id
      where mentor_id <> mentor
    ), successors as (
      select booking.id as booking_id, jsonb_agg(jsonb_build_object('id', mentor_id, 'name', name) order by name) as mentors
      from booking join free on free.day = booking.day and mentor_id <> user_id and quarters & needed = needed
      group by booking.id
    )
    select
      booking.id, start_time, end_time, first_name || ' ' || last_name, profiles.phone, coalesce(mentors, '[]')
    from booking join public.profiles on profiles.id = booking.user_id left join successors on booking_id = booking.id
    order by start_time;
end
$$;

-- Blocks a time, or days. Each upcoming booking in it needs a resolution in the same call, [{"slot": id, "mentor": id}],
-- where the mentor takes the booking, or is null to cancel it; so no booking is ever lost.
create function public.block_time(
  mentor uuid, starts_at timestamptz, ends_at timestamptz, note text default '', resolutions jsonb default '[]'
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  absence uuid;
  booking public.slots;
  resolution jsonb;
begin
  perform private.lock_bookings_as_mentor(mentor);
  if (isfinite(starts_at) and isfinite(ends_at) and starts_at < ends_at and ends_at > now()
    and ends_at <= starts_at + interval '92 days') is not true
  then
    raise exception 'Please choose a time in the future, at most 92 days long.' using errcode = 'P0001';
  end if;
  insert into public.mentor_absences (mentor_id, starts_at, ends_at, note)
    values (mentor, block_time.starts_at, block_time.ends_at, coalesce(block_time.note, ''))
    returning id into absence;
  perform private.record_for_mentor(
    mentor, 'mentor time blocked', jsonb_build_object('starts_at', starts_at, 'ends_at', ends_at)
  );
  for booking in
    select * from public.slots
    where mentor_id = mentor and start_time > now()
      and start_time < block_time.ends_at and end_time > block_time.starts_at
    order by start_time
  loop
    select entry into resolution from jsonb_array_elements(resolutions) as entry where entry ->> 'slot' = booking.id::text;
    if resolution is null or not resolution ? 'mentor' then
      raise exception 'There are bookings at this time. Choose another mentor for each, or cancel it.' using errcode = 'P0001';
    end if;
    perform private.resolve_booking(booking, (resolution ->> 'mentor')::uuid);
  end loop;
  perform private.offer_times_of_all_days();
  return absence;
end
$$;

create function private.record_freed_time() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_for_mentor(
    old.mentor_id, 'mentor time freed', jsonb_build_object('starts_at', old.starts_at, 'ends_at', old.ends_at)
  );
  return null;
end
$$;

create trigger record_freed_time after delete on public.mentor_absences
  for each row execute function private.record_freed_time();

grant execute on function
  public.set_mentor_hours(uuid, jsonb), public.set_mentor_active(uuid, boolean),
  public.list_bookings_in(uuid, timestamptz, timestamptz),
  public.block_time(uuid, timestamptz, timestamptz, text, jsonb)
  to authenticated, service_role;
