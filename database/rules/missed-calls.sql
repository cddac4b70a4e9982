-- needs: identity mentor-assignment
-- A student who missed two calls within thirty days books only for the next day, until they come to one: others wait for
-- the times that nobody uses.

-- The calls that a student missed in the last thirty days. A call counts from its day to the thirtieth day after it, as
-- days in Karnataka. limited_until is the last day on which two of them count. A call to which the student came after the
-- latest one ends the limit. A call to which the mentor did not come is no missed call. A definer, because students may
-- not read outcomes.
create function private.find_missed_calls(student uuid)
returns table (missed_calls integer, last_missed date, is_limited boolean, limited_until date)
language sql stable security definer set search_path = ''
as $$
  with recent as (
    select outcome, start_time, (start_time at time zone 'Asia/Kolkata')::date as day
    from public.slots join public.call_outcomes on slot_id = id
    where user_id = student
      and start_time >= ((now() at time zone 'Asia/Kolkata')::date - 30)::timestamp at time zone 'Asia/Kolkata'
  ), missed as (
    select day, start_time, row_number() over (order by start_time desc) as position
    from recent where outcome = 'missed'
  )
  select
    count(*)::integer,
    max(day),
    count(*) >= 2 and not exists (
      select from recent
      where outcome in ('held', 'late') and start_time > (select max(start_time) from missed)
    ),
    max(day) filter (where position = 2) + 30
  from missed;
$$;

-- The text is the same in domain/booking.ts.
create function private.require_no_missed_calls(student uuid, days_ahead integer) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select is_limited from private.find_missed_calls(student)) then
    raise exception 'You did not come to two calls within 30 days. Until you come to one, please book for %.',
      case days_ahead when 1 then 'today or tomorrow' else format('one of the next %s days', days_ahead) end
      using errcode = 'P0001';
  end if;
end
$$;

-- Whether the student could book on this day, as far as missed calls are concerned, so that they are offered no other.
create function private.may_book_on(student uuid, day date) returns boolean
language sql stable security definer set search_path = ''
as $$
  select day <= (now() at time zone 'Asia/Kolkata')::date + bookings_days_ahead_after_missed
    or not (select is_limited from private.find_missed_calls(student))
  from private.settings;
$$;

-- The notice of the page for booking before a time is chosen; own_overview contains it.
create function public.booking_terms()
returns table (
  has_choice boolean, missed_calls integer, last_missed date, is_limited boolean, limited_until date, days_ahead integer
)
language sql stable security definer set search_path = ''
as $$
  select
    (select count(*) >= 2 from public.bookable_mentors()),
    missed.missed_calls, missed.last_missed, missed.is_limited, missed.limited_until,
    least(bookings_days_ahead_after_missed, bookings_max_days_ahead)
  from private.settings, private.find_missed_calls(auth.uid()) as missed;
$$;

-- The caller's calls that did not take place, for their history.
create function public.own_missed_calls() returns table (slot_id uuid, outcome text)
language sql stable security definer set search_path = ''
as $$
  select marked.slot_id, marked.outcome
  from public.slots join public.call_outcomes as marked on marked.slot_id = slots.id
  where slots.user_id = auth.uid() and marked.outcome in ('missed', 'mentor missed')
  order by slots.start_time desc limit 1000;
$$;

grant execute on function public.booking_terms(), public.own_missed_calls() to authenticated;
