-- needs: identity user-plans mentor-assignment busy-times call-outcomes former-hours
-- The use of the calendars by week, and the students who never booked: /agenda/season, for admins. Definers, because
-- they read the slots of all students.

-- The times that a mentor could have given to calls: inside of the hours that were in force then, and not during a break.
create function private.free_quarters(first_day date, days integer)
returns table (calendar uuid, starts_at timestamptz)
language sql stable set search_path = ''
as $$
  with bounds as (
    select
      first_day::timestamp at time zone 'Asia/Kolkata' as begins,
      (first_day + days)::timestamp at time zone 'Asia/Kolkata' as ends
  ), calendar as (
    select id, weekday, starts_at as opens, ends_at as closes, since, 'infinity' as until
    from public.mentors join public.mentor_hours on mentor_id = id where active and revoked_at is null
    union all
    select mentor_id, weekday, starts_at, ends_at, since, until from private.former_hours, bounds
    where since < ends and until > begins
    union all
    -- While there is no mentor, all slots share one calendar.
    select null, weekday, '10:00', '22:00', coalesce((select max(revoked_at) from public.mentors), '-infinity'), 'infinity'
    from generate_series(1, 7) as weekday where not private.has_mentors()
  ), taken as (
    select mentor_id, range_agg(tstzrange(start_time, end_time)) as times
    from (
      select mentor_id, start_time, end_time from public.slots, bounds
      where start_time >= begins and start_time < ends
      union all
      select mentor_id, greatest(starts_at, begins), least(ends_at, ends) from public.mentor_absences, bounds
      where starts_at < ends and ends_at > begins
    ) as part
    group by mentor_id
  )
  select calendar.id, quarter
  from calendar
    join generate_series(0, days - 1) as n on extract(isodow from first_day + n) = weekday
    cross join generate_series(10, 21) as hour
    cross join unnest(array[30, 45]) as minute
    cross join lateral (
      select (first_day + n + make_time(hour, minute, 0)) at time zone 'Asia/Kolkata' as quarter
    ) as time
    left join taken on taken.mentor_id is not distinct from calendar.id
  where make_time(hour, minute, 0) >= opens
    and make_interval(hours => hour, mins => minute + 15) <= closes - time '00:00'
    and quarter >= since and quarter < until
    and (tstzrange(quarter, quarter + interval '15 minutes') && taken.times) is not true;
$$;

-- The weeks from Monday to Sunday of each mentor, former ones last. weeks contains one object per week, in their order:
-- numbers of calls, and minutes. A call is held even if the student came late; open calls are to come or not marked
-- yet. A row without a mentor has the calls from before there were mentors. JIT is off, because compiling the plan
-- takes longer than running it.
create function public.season_report(first_day date, week_count integer default 12)
returns table (mentor_id uuid, mentor_name text, is_former boolean, weeks jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set jit = off
as $$
#variable_conflict use_column
declare
  monday constant date := date_trunc('week', first_day::timestamp)::date;
begin
  perform private.require_admin();
  if (isfinite(first_day) and monday between '2000-01-01' and '2100-01-01' and week_count between 1 and 53) is not true then
    raise exception 'Please choose at most 53 weeks.' using errcode = 'P0001';
  end if;
  return query
    with call as (
      select
        slots.mentor_id as calendar,
        ((start_time at time zone 'Asia/Kolkata')::date - monday) / 7 as week,
        extract(epoch from end_time - start_time) / 60 as minutes,
        case
          when outcome in ('held', 'late') then 'held'
          when outcome is not null then 'missed' -- by the student or the mentor
          when start_time > now() then 'to come'
          else 'not marked'
        end as kind
      from public.slots left join public.call_outcomes on slot_id = slots.id
      where start_time >= monday::timestamp at time zone 'Asia/Kolkata'
        and start_time < (monday + 7 * week_count)::timestamp at time zone 'Asia/Kolkata'
    ), counted as (
      select
        calendar, week,
        count(*) filter (where kind = 'held') as held, sum(minutes) filter (where kind = 'held') as held_minutes,
        count(*) filter (where kind = 'missed') as missed, sum(minutes) filter (where kind = 'missed') as missed_minutes,
        count(*) filter (where kind = 'to come') as coming, count(*) filter (where kind = 'not marked') as unmarked,
        sum(minutes) filter (where kind in ('to come', 'not marked')) as open_minutes
      from call group by calendar, week
    ), free as (
      select calendar, ((starts_at at time zone 'Asia/Kolkata')::date - monday) / 7 as week, 15 * count(*) as minutes
      from private.free_quarters(monday, 7 * week_count) group by 1, 2
    ), calendar as (
      select id, name, revoked_at is not null as is_former from public.mentors
      union all
      select null, null, false where not private.has_mentors() or exists (select from counted where calendar is null)
    )
    select
      calendar.id, name, is_former,
      jsonb_agg(
        jsonb_build_object(
          'held', coalesce(held, 0), 'missed', coalesce(missed, 0), 'coming', coalesce(coming, 0),
          'unmarked', coalesce(unmarked, 0), 'heldMinutes', coalesce(held_minutes, 0),
          'missedMinutes', coalesce(missed_minutes, 0), 'openMinutes', coalesce(open_minutes, 0),
          'freeMinutes', coalesce(free.minutes, 0)
        ) order by n
      )
    from calendar cross join generate_series(0, week_count - 1) as n
      left join counted on counted.calendar is not distinct from calendar.id and counted.week = n
      left join free on free.calendar is not distinct from calendar.id and free.week = n
    group by calendar.id, name, is_former
    order by is_former, name, calendar.id
    limit 1000; -- the maximum of one response
end
$$;
comment on function public.season_report is 'For admins only.';

-- The students with an active plan and no slot at all, whose plan ends soonest first. A deleted slot leaves no row.
create function public.list_students_without_slots(page integer default 1, page_size integer default 10)
returns table (
  id uuid,
  student_name text,
  phone text,
  plan_level text,
  plan_exam text,
  plan_name text,
  assigned_at timestamptz,
  expires_at timestamptz,
  total bigint
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set jit = off
as $$
#variable_conflict use_column
declare
  page_rows constant bigint := least(greatest(page_size, 1), 100);
  skipped constant bigint := (greatest(page, 1) - 1) * page_rows;
  found_total bigint;
begin
  perform private.require_admin();
  select count(*) into found_total from public.user_plans as plan
    where active and plan.expires_at > now()
      and not exists (select from public.slots where user_id = plan.user_id);
  return query
    with shown as (
      select plan.* from public.user_plans as plan
      where active and plan.expires_at > now()
        and not exists (select from public.slots where user_id = plan.user_id)
      order by plan.expires_at, plan.user_id limit page_rows offset skipped
    )
    select
      shown.user_id, first_name || ' ' || last_name, profiles.phone, shown.plan_level, shown.plan_exam, shown.plan_name,
      shown.assigned_at, shown.expires_at, found_total
    from shown join public.profiles on profiles.id = shown.user_id
    order by shown.expires_at, shown.user_id;
end
$$;
comment on function public.list_students_without_slots is 'For admins only.';

grant execute on function
  public.season_report(date, integer), public.list_students_without_slots(integer, integer)
  to authenticated, service_role;
