-- needs: slots slot-topics slot-mails offerable-times mentor-bookings audit-log
-- Calls that admins book and move for students who phone instead of opening the app. The rules are the student's own:
-- check_booking (slots.sql) runs for these rows, too. Only the limit after missed calls does not apply, because the admin has
-- just spoken with the student (docs/decisions/0110-booking-for-a-student.md).

-- The times of a day that the student could book now, with the mentor, if one is named. A definer, like the others,
-- because no role may read the calendars.
create function public.list_free_times(student uuid, day date, mentor uuid default null) returns setof timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  length interval;
begin
  perform private.require_admin();
  length := private.slot_length(student);
  if length is null then
    raise exception 'This student has no active plan.' using errcode = 'P0001';
  end if;
  if (
    select day between today and today + bookings_max_days_ahead
    from private.settings, cast(now() at time zone 'Asia/Kolkata' as date) as today
  ) then
    return query select lower(slot) from private.free_slots(day, length, student, mentor) as slot order by 1;
  end if;
end
$$;

-- The mentors with whom an admin may book for the student, including the admin if they are a mentor.
create function public.list_mentors_for(student uuid) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select id, name from public.mentors
    where active and revoked_at is null and id is distinct from student
      and exists (select from public.mentor_hours where mentor_id = id)
    order by name, id limit 1000;
end
$$;

-- Books a call for a student, on record, with the length of their plan, and with the mentor if one is named. A definer,
-- because students book for themselves alone.
create function public.book_for_student(
  student uuid, starts_at timestamptz, topic text default null, mentor uuid default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  booked public.slots;
begin
  perform private.require_admin();
  insert into public.slots (user_id, start_time, end_time, topic, wanted_mentor)
    values (student, starts_at, starts_at + private.slot_length(student), topic, mentor)
    returning * into booked;
  perform private.record_action(
    'booking made', student, private.student_label(student),
    jsonb_build_object(
      'starts_at', booked.start_time, 'mentor', (select name from public.mentors where id = booked.mentor_id)
    )
  );
  return booked.id;
end
$$;

-- Moves a coming call of a student from the time that the admin has seen. The trigger of mentor-bookings.sql records it.
create function public.move_for_student(slot uuid, was_at timestamptz, starts_at timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- No lock before the update: cancel_booking locks the table before the row.
  update public.slots
    set start_time = starts_at, end_time = starts_at + private.slot_length(user_id)
    where id = slot and start_time = was_at and start_time > now();
  if found then
    return;
  end if;
  raise exception using errcode = 'P0001', message = case (select start_time = was_at from public.slots where id = slot)
    when true then 'Slot time has passed'
    when false then 'This call has been moved since. Please look at its new time first.'
    else 'This booking no longer exists.'
  end;
end
$$;

comment on function public.list_mentors_for is 'For admins only.';
comment on function public.list_free_times is 'For admins only.';
comment on function public.book_for_student is 'For admins only.';
comment on function public.move_for_student is 'For admins only.';

grant execute on function
  public.list_mentors_for(uuid), public.list_free_times(uuid, date, uuid), public.book_for_student(uuid, timestamptz, text, uuid),
  public.move_for_student(uuid, timestamptz, timestamptz)
  to authenticated, service_role;
