-- needs: sessions
-- Notifications for the servers, which tell open screens (server/live). PostgreSQL sends them with the commit, and once
-- however often a transaction repeats them. Every login of the database may listen, so a notification names a day in
-- Karnataka, or all days, and never a person.

create function private.notify_busy_days(starts_at timestamptz, ends_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  first_day constant date := greatest(starts_at, now()) at time zone 'Asia/Kolkata';
  last_day constant date := (ends_at - interval '1 microsecond') at time zone 'Asia/Kolkata';
begin
  if last_day > first_day + 6 then
    perform pg_notify('busy_days', 'all');
  else
    perform pg_notify('busy_days', day::date::text)
      from generate_series(first_day::timestamp, last_day, interval '1 day') as day;
  end if;
end
$$;

-- A booking only writes down its day. PostgreSQL lets transactions with notifications commit one after the other, each
-- with its own wait for the disk, which would halve the bookings of a busy minute. A definer, like the other triggers.
create function private.note_booked_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.changed_days (day) values ((new.start_time at time zone 'Asia/Kolkata')::date::text);
  return null;
end
$$;

-- Called several times a second by each server that has a stream, and every minute by a job. A definer, because the
-- server's own login has no rights on the table.
create function private.notify_changed_days() returns void
language sql security definer set search_path = ''
as $$
  with changed as (
    delete from private.changed_days returning day
  )
  select pg_notify('busy_days', day) from (select distinct day from changed) as days;
$$;

grant execute on function private.notify_changed_days() to maarga_server;

-- The functions of triggers are definers, because callers may not call the one above.
create function private.notify_slot() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify_busy_days(old.start_time, old.end_time);
  if tg_op <> 'DELETE' then
    perform private.notify_busy_days(new.start_time, new.end_time);
  end if;
  return null;
end
$$;

-- Past times cannot be booked, so nobody waits to hear of them.
create trigger note_booked_day after insert on public.slots
  for each row when (new.end_time > now()) execute function private.note_booked_day();
create trigger notify_moved after update of user_id, start_time, end_time, mentor_id on public.slots
  for each row when (
    greatest(old.end_time, new.end_time) > now()
    and (old.user_id, old.start_time, old.end_time, old.mentor_id)
      is distinct from (new.user_id, new.start_time, new.end_time, new.mentor_id)
  )
  execute function private.notify_slot();
create trigger notify_deleted after delete on public.slots
  for each row when (old.end_time > now()) execute function private.notify_slot();

-- A time that is offered to somebody on a waiting list is held for them. The end of an offer that nobody took is notified
-- when its time is offered to the next one, within a minute.
create trigger note_offered_day after insert on private.slot_offers
  for each row execute function private.note_booked_day();
create trigger notify_answered_offer after update of state on private.slot_offers
  for each row when (old.state is distinct from new.state) execute function private.notify_slot();

create function private.notify_absence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform private.notify_busy_days(old.starts_at, old.ends_at);
  end if;
  if tg_op <> 'DELETE' then
    perform private.notify_busy_days(new.starts_at, new.ends_at);
  end if;
  return null;
end
$$;

create trigger notify_absence after insert or update or delete on public.mentor_absences
  for each row execute function private.notify_absence();

create function private.notify_all_days() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('busy_days', 'all');
  return null;
end
$$;

create trigger notify_hours after insert or update or delete on public.mentor_hours
  for each row execute function private.notify_all_days();
create trigger notify_mentor after insert on public.mentors
  for each row execute function private.notify_all_days();
-- Also notifies of a changed profile: students choose a mentor by it, and the mentor may have it open on another
-- device.
create trigger notify_changed_mentor after update on public.mentors
  for each row when (old is distinct from new) execute function private.notify_all_days();
create trigger notify_changed_link after update on public.mentor_links
  for each row when (old is distinct from new) execute function private.notify_all_days();

-- The servers then ask which of their streams may stay open, because the notification does not name the session.
create function private.notify_ended_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('ended_sessions', '');
  return null;
end
$$;

create trigger notify_deleted_session after delete on auth.sessions
  for each row execute function private.notify_ended_sessions();
create trigger notify_changed_session after update on auth.sessions
  for each row when (
    new.valid_until < old.valid_until
    or (new.banned_until, new.needs_second_step, new.aal) is distinct from (old.banned_until, old.needs_second_step, old.aal)
  )
  execute function private.notify_ended_sessions();

-- Returns the positions of the streams whose session is in force, as private.require_session decides.
create function private.list_streams_in_force(session_ids uuid[], user_ids uuid[], aals text[])
returns table (stream_position integer)
language sql stable set search_path = ''
as $$
  select stream.position::integer
  from unnest(session_ids, user_ids, aals) with ordinality as stream (session_id, user_id, aal, position)
    join private.active_sessions as session on session.id = stream.session_id and session.user_id = stream.user_id
  where not session.needs_second_step or (stream.aal = 'aal2' and session.aal = 'aal2');
$$;

grant execute on function private.list_streams_in_force(uuid[], uuid[], text[]) to maarga_server;
