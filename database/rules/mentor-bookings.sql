-- needs: identity audit-log search mentors mentor-assignment
-- The actions of mentors and admins on bookings. All functions are definers, because no role may change whose a booking is.
-- Triggers of slot-mails.sql tell the student.

-- Moves a booking to another mentor at its time. The caller has locked the bookings and checked that the mentor is free.
create function private.give_booking(booking public.slots, successor uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.slots set mentor_id = successor where id = booking.id;
end
$$;

create function private.cancel_booking(booking public.slots) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.slots where id = booking.id;
end
$$;

-- Records who moved or cancelled the booking of a student: a mentor, an admin, the secret key or the operator. What
-- students do with their own slots is not recorded.
create function private.record_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  details jsonb := jsonb_build_object('starts_at', old.start_time);
begin
  if tg_op = 'UPDATE' then
    details := jsonb_build_object(
      'starts_at', new.start_time, 'mentor', (select name from public.mentors where id = new.mentor_id)
    ) || case when new.start_time = old.start_time then '{}' else jsonb_build_object('moved_from', old.start_time) end;
  end if;
  perform private.record_action(
    case tg_op when 'UPDATE' then 'booking moved' else 'booking cancelled' end,
    old.user_id, private.student_label(old.user_id), details
  );
  return null;
end
$$;

-- Depth 0 is a statement of the caller: slots that are deleted with their student are not recorded. The slots of the
-- first calendar, which the first mentor gets, are not recorded either.
create trigger record_moved_booking after update of start_time, mentor_id on public.slots
  for each row when (
    pg_trigger_depth() = 0 and auth.uid() is distinct from old.user_id
    and (old.start_time <> new.start_time or old.mentor_id <> new.mentor_id)
  )
  execute function private.record_booking();
create trigger record_cancelled_booking after delete on public.slots
  for each row when (
    pg_trigger_depth() = 0 and auth.uid() is distinct from old.user_id and old.start_time > now()
  )
  execute function private.record_booking();

-- Resolves a booking: the mentor who takes it, or null to cancel it.
create function private.resolve_booking(booking public.slots, successor uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if successor is null then
    perform private.cancel_booking(booking);
  elsif successor in (
    select private.free_mentors(booking.start_time, booking.end_time, booking.user_id, successor, null)
  ) and successor is distinct from booking.mentor_id then
    perform private.give_booking(booking, successor);
  else
    raise exception 'That mentor is not free at this time.' using errcode = 'P0001';
  end if;
end
$$;

-- Locks the bookings and returns an upcoming one that the caller may change.
create function private.require_upcoming_booking(slot uuid) returns public.slots
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.slots;
begin
  -- Strangers must not be able to lock the bookings, and the mentor may change before they are locked.
  perform private.require_mentor((select mentor_id from public.slots where id = slot));
  perform private.lock_bookings();
  select * into booking from public.slots where id = slot;
  perform private.require_mentor(booking.mentor_id);
  if booking.id is null then
    raise exception 'This booking no longer exists.' using errcode = 'P0001';
  end if;
  if booking.start_time <= now() then
    raise exception 'Slot time has passed' using errcode = 'P0001';
  end if;
  return booking;
end
$$;

-- Gives a booking to another mentor who is free at its time; the student is told. For its mentor and admins.
create function public.move_booking(slot uuid, mentor uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if mentor is null then
    raise exception 'Please choose a mentor.' using errcode = 'P0001';
  end if;
  perform private.resolve_booking(private.require_upcoming_booking(slot), mentor);
end
$$;

-- Cancels a booking; the student gets a mail with the nearest free times. For its mentor and admins.
create function public.cancel_booking(slot uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.cancel_booking(private.require_upcoming_booking(slot));
end
$$;

-- The agenda: mentors see bookings with them, admins see those of one mentor or of all. Days are days in Karnataka. It
-- contains what a call needs to know of the student: name, phone, plan, topic, and the number of earlier calls and of
-- those that they missed. needs_mentor marks an upcoming booking whose mentor has lost the rights. A search finds each
-- word in names and phone numbers, in a range of two years.
create function public.list_bookings(
  first_day date, last_day date, mentor uuid default null, search text default ''
) returns table (
  id uuid,
  start_time timestamptz,
  end_time timestamptz,
  mentor_id uuid,
  mentor_name text,
  needs_mentor boolean,
  student_id uuid,
  student_name text,
  phone text,
  plan_level text,
  plan_exam text,
  plan_name text,
  topic text,
  earlier_calls integer,
  missed_calls integer,
  video_url text,
  outcome text,
  marked_at timestamptz,
  has_agreement boolean
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  whose constant uuid := case when private.is_admin() or auth.uid() is null then mentor else coalesce(mentor, auth.uid()) end;
  patterns text[];
  max_days integer;
begin
  perform private.require_mentor(whose);
  patterns := private.search_patterns(private.search_words(left(search, 200)));
  max_days := case patterns when '{}' then 62 else 731 end;
  if (last_day - first_day between 0 and max_days - 1) is not true then
    raise exception 'Please choose at most % days.', max_days using errcode = 'P0001';
  end if;
  return query
    select
      slot.id, slot.start_time, slot.end_time, slot.mentor_id, mentors.name,
      slot.start_time > now() and mentors.revoked_at is not null,
      slot.user_id, first_name || ' ' || last_name, profiles.phone,
      plan.plan_level, plan.plan_exam, plan.plan_name, slot.topic,
      (select count(*)::integer from public.slots as earlier
        where earlier.user_id = slot.user_id and earlier.start_time < slot.start_time),
      (select count(*)::integer from public.slots as earlier join public.call_outcomes on slot_id = earlier.id
        where earlier.user_id = slot.user_id and earlier.start_time < slot.start_time and outcome = 'missed'),
      video_url, marked.outcome, marked.marked_at,
      exists (select from public.slot_agreements where slot_id = slot.id)
    from public.slots as slot
      join public.profiles on profiles.id = slot.user_id
      left join public.mentors on mentors.id = slot.mentor_id
      left join public.mentor_links on mentor_links.mentor_id = slot.mentor_id
      left join public.call_outcomes as marked on marked.slot_id = slot.id
      left join public.user_plans as plan
        on plan.user_id = slot.user_id and plan.active and plan.expires_at > now()
    where slot.start_time >= first_day::timestamp at time zone 'Asia/Kolkata'
      and slot.start_time < (last_day + 1)::timestamp at time zone 'Asia/Kolkata'
      and (whose is null or slot.mentor_id = whose)
      and (
        patterns = '{}'
        or lower(concat_ws(
          E'\n', first_name || ' ' || last_name, profiles.phone, regexp_replace(profiles.phone, '\D', '', 'g')
        )) like all (patterns)
      )
    order by slot.start_time, mentors.name, slot.id
    limit 1000; -- the maximum of one response, which would be refused otherwise
end
$$;

grant execute on function
  public.move_booking(uuid, uuid), public.cancel_booking(uuid), public.list_bookings(date, date, uuid, text)
  to authenticated, service_role;
