-- needs: identity audit-log slot-offers
-- The waiting list of a day, as students and admins use it (docs/decisions/0061-waiting-list.md). All functions are
-- definers, because no role may read or write the tables.

-- Puts the caller on the waiting list of a day that has no free time for them. Doing it again changes nothing. It locks
-- only the student, so many who join keep nobody from booking.
create function public.join_waiting_list(day date) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  student constant uuid := auth.uid();
  length constant interval := private.slot_length(student);
  on_day constant date := join_waiting_list.day;
  today constant date := (now() at time zone 'Asia/Kolkata')::date;
  max_upcoming integer;
  max_days_ahead integer;
  days_ahead_after_missed integer;
begin
  if length is null then
    raise exception 'Please purchase a plan to book slots.' using errcode = 'P0001';
  end if;
  select bookings_max_upcoming, bookings_max_days_ahead, bookings_days_ahead_after_missed
    into max_upcoming, max_days_ahead, days_ahead_after_missed from private.settings;
  if isfinite(on_day) is not true or on_day < today
    or not exists (select from private.slot_times(greatest(today, least(on_day, today + 1)), length))
  then
    raise exception 'Please select a future date and time.' using errcode = 'P0001';
  end if;
  if on_day > today + max_days_ahead then
    raise exception 'Please select a date within the next % days.', max_days_ahead using errcode = 'P0001';
  end if;
  if on_day > today + days_ahead_after_missed then
    perform private.require_no_missed_calls(student, days_ahead_after_missed);
  end if;
  perform pg_advisory_xact_lock(hashtext('waiting list'), hashtext(student::text));
  if exists (select from private.waiting_students where user_id = student and day = on_day) then
    return;
  end if;
  if (select count(*) from private.waiting_students where user_id = student and day >= today) >= 5 then
    raise exception 'You can be on the waiting lists of 5 days at once. Please leave one of them first.' using errcode = 'P0001';
  end if;
  if (
    select count(*) from public.slots
    where user_id = student
      and start_time >= on_day::timestamp at time zone 'Asia/Kolkata'
      and start_time < (on_day + 1)::timestamp at time zone 'Asia/Kolkata'
  ) >= 3 then
    raise exception 'You have reached the maximum of 3 slots for this day.' using errcode = 'P0001';
  end if;
  if private.count_upcoming_slots(student) >= max_upcoming then
    raise exception 'You have reached the maximum of % upcoming slots.', max_upcoming using errcode = 'P0001';
  end if;
  if exists (select from private.free_slots(on_day, length, student)) then
    raise exception 'This day has free slots. Please book one of them.' using errcode = 'P0001';
  end if;
  -- More students than this cannot get a time, and each of them is checked against every time that nobody before them
  -- can book.
  if (select count(*) from private.waiting_students where day = on_day) >= 500 then
    raise exception 'The waiting list of this day is full. Please try another day.' using errcode = 'P0001';
  end if;
  insert into private.waiting_students (user_id, day) values (student, on_day);
end
$$;

-- Takes the caller off the list. A time that is offered to them goes to the next student at once.
create function public.leave_waiting_list(day date) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  on_day constant date := leave_waiting_list.day;
begin
  -- Nobody may lock days on whose lists they are not.
  if not exists (select from private.waiting_students where user_id = auth.uid() and day = on_day) then
    return;
  end if;
  perform private.lock_offers(on_day);
  delete from private.waiting_students where user_id = auth.uid() and day = on_day;
  update private.slot_offers set state = 'declined' where user_id = auth.uid() and day = on_day and state = 'open';
  perform private.offer_times_of(on_day);
end
$$;

-- Gives the offered time to the next student. The caller stays on the list for other times. An offer that has ended, or is
-- somebody else's, is left as it is.
create function public.decline_offer(offer uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  on_day constant date := (
    select day from private.slot_offers where id = offer and user_id = auth.uid() and state = 'open'
  );
begin
  if on_day is null then
    return;
  end if;
  perform private.lock_offers(on_day);
  update private.slot_offers set state = 'declined' where id = offer and state = 'open' and expires_at > now();
  perform private.offer_times_of(on_day);
end
$$;

-- The days for which the caller waits, and what is offered to them now. It does not tell their place: that would reveal
-- others, and students with a deadline come first. The time left is computed here, because clocks of phones are often
-- wrong.
create function public.own_waiting_days() returns table (
  day date, offer uuid, start_time timestamptz, end_time timestamptz, seconds_left integer
)
language sql stable security definer set search_path = ''
as $$
  select waiting.day, offer.id, offer.start_time, offer.end_time,
    ceil(extract(epoch from offer.expires_at - now()))::integer
  from private.waiting_students as waiting left join private.slot_offers as offer
    on offer.user_id = waiting.user_id and offer.day = waiting.day and offer.state = 'open' and offer.expires_at > now()
  where waiting.user_id = auth.uid() and waiting.day >= (now() at time zone 'Asia/Kolkata')::date
  order by waiting.day;
$$;

-- Sets or removes (null) the deadline of a student, who comes first on waiting lists in the 48 hours before it.
create function public.set_deadline(student uuid, deadline timestamptz default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if deadline <= now() or deadline > now() + interval '366 days' then
    raise exception 'Please choose a deadline in the future, at most a year ahead.' using errcode = 'P0001';
  end if;
  if not exists (select from public.profiles where id = student) then
    raise exception 'This student no longer exists.' using errcode = 'P0001';
  end if;
  if deadline is null then
    delete from private.deadlines where user_id = student;
  else
    insert into private.deadlines as known (user_id, deadline) values (student, set_deadline.deadline)
      on conflict (user_id) do update set deadline = excluded.deadline where known.deadline <> excluded.deadline;
  end if;
  if found then
    perform private.record_action(
      case when deadline is null then 'deadline removed' else 'deadline set' end,
      student, private.student_label(student), jsonb_strip_nulls(jsonb_build_object('deadline', deadline))
    );
  end if;
end
$$;
comment on function public.set_deadline is 'For admins only.';

create function public.find_deadline(student uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select deadline from private.deadlines where user_id = student and deadline > now());
end
$$;
comment on function public.find_deadline is 'For admins only.';

grant execute on function
  public.join_waiting_list(date), public.leave_waiting_list(date), public.decline_offer(uuid), public.own_waiting_days(),
  public.set_deadline(uuid, timestamptz), public.find_deadline(uuid)
  to authenticated, service_role;

-- For the metrics: students on lists, open offers, and offers that nobody has ended two minutes after their time.
create function private.count_waiting() returns table (waiting integer, offered integer, overdue integer)
language sql stable security definer set search_path = ''
as $$
  select
    (select count(*)::integer from private.waiting_students where day >= (now() at time zone 'Asia/Kolkata')::date),
    (count(*) filter (where expires_at > now()))::integer,
    (count(*) filter (where expires_at <= now() - interval '2 minutes'))::integer
  from private.slot_offers where state = 'open';
$$;

create function private.delete_old_waiting_lists() returns void
language sql security definer set search_path = ''
as $$
  delete from private.waiting_students where day < (now() at time zone 'Asia/Kolkata')::date;
  delete from private.slot_offers where start_time < now() - interval '1 day';
  delete from private.deadlines where deadline < now();
$$;

grant execute on function private.count_waiting(), private.delete_old_waiting_lists() to maarga_server;
