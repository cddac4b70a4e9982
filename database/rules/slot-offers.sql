-- needs: offerable-times slot-mails
-- Free times that are offered to the students who wait for a day (docs/decisions/0061-waiting-list.md). Everything here
-- runs under the lock of the day (lock_day in slots.sql), which bookings hold too.

-- Ends the open offers of a day whose time is over, or that could not be accepted: the mentor has blocked the time and
-- nobody else is free (withdrawn), or the student has no plan or reached a limit (which counts as declined).
create function private.end_offers(on_day date) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  offer private.slot_offers;
  booking public.slots;
  has_mentors constant boolean := private.has_mentors();
begin
  update private.slot_offers set state = 'expired' where day = on_day and state = 'open' and expires_at <= now();
  for offer in select * from private.slot_offers where day = on_day and state = 'open' order by offered_at, id loop
    booking.user_id := offer.user_id;
    booking.start_time := offer.start_time;
    booking.end_time := offer.end_time;
    booking.mentor_id := case when has_mentors then private.assign_mentor(booking, offer.mentor_id) end;
    if not private.can_book(offer.user_id, offer.start_time, offer.end_time)
      or has_mentors and booking.mentor_id is null
      or not has_mentors and not private.is_calendar_free(offer.start_time, offer.end_time, offer.user_id)
    then
      update private.slot_offers
      set state = case when private.can_book(user_id, start_time, end_time) then 'withdrawn' else 'declined' end
      where id = offer.id;
    elsif booking.mentor_id is distinct from offer.mentor_id then
      update private.slot_offers set mentor_id = booking.mentor_id where id = offer.id;
    end if;
  end loop;
end
$$;

-- Offers a time to a student, if they can book it, and adds the job of the mail. Returns whether it does. Nobody is
-- offered the same time twice: a time that nobody wants becomes free for everyone, and two students cannot hold it for
-- ever by passing it to each other. A time that begins within five minutes is left out: nobody reads a mail that fast.
create function private.offer_time(student uuid, on_day date, slot tstzrange) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.slots;
  offer uuid;
begin
  if lower(slot) <= now() + interval '5 minutes' or not private.can_book(student, lower(slot), upper(slot)) or exists (
    select from private.slot_offers
    where user_id = student and start_time = lower(slot) and state <> 'withdrawn'
  ) then
    return false;
  end if;
  if private.has_mentors() then
    booking.user_id := student;
    booking.start_time := lower(slot);
    booking.end_time := upper(slot);
    booking.mentor_id := private.assign_mentor(booking, null);
    if booking.mentor_id is null then
      return false; -- The only free mentor is this student.
    end if;
  end if;
  insert into private.slot_offers (user_id, day, start_time, end_time, mentor_id, expires_at)
    values (
      student, on_day, lower(slot), upper(slot), booking.mentor_id, least(now() + interval '15 minutes', lower(slot))
    )
    returning id into offer;
  perform graphile_worker.add_job(
    'send-slot-mail',
    payload => json_build_object('offerId', offer, 'messageId', gen_random_uuid()),
    max_attempts => 6,
    job_key => 'slot offer ' || offer
  );
  return true;
end
$$;

-- Offers the free times of a day, each to the first student of the list whom it fits: those with a deadline within 48
-- hours, then by the time of joining. A student has one offer of a day at a time.
create function private.offer_free_times(on_day date) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  student uuid;
  length interval;
  slot tstzrange;
  free tstzrange[];
begin
  perform private.end_offers(on_day);
  free := private.free_slots(on_day);
  for student in
    select user_id from private.waiting_students as waiting left join private.deadlines using (user_id)
    where waiting.day = on_day
      and not exists (
        select from private.slot_offers as offer
        where offer.user_id = waiting.user_id and offer.day = on_day and offer.state = 'open'
      )
    order by (deadline > now() and deadline <= now() + interval '48 hours') is true desc, joined_at, user_id
  loop
    exit when cardinality(free) = 0;
    length := private.slot_length(student);
    for slot in select private.offerable(free, student, length) where length is not null loop
      -- These limits are the same for all times of the day, but checking them takes longer than to see that no time is
      -- left.
      exit when not private.can_book_on(student, on_day);
      if private.offer_time(student, on_day, slot) then
        free := private.still_free(free, slot);
        exit;
      end if;
    end loop;
  end loop;
end
$$;

-- Locks a day to change its offers. Mentors and their calendars change under a lock of the bookings (lock_bookings in
-- mentors.sql), which keeps out those who write bookings: without the lock of a writer, a mentor could be offered who is
-- just getting another booking. The bookings are locked before days, as by a booking.
create function private.lock_offers(on_day date) returns void
language plpgsql set search_path = ''
as $$
begin
  lock table public.slots in row exclusive mode;
  perform private.lock_day(on_day);
end
$$;

-- Offers the free times of a day, if anybody waits for it, for transactions that have not locked it. A transaction with a
-- later day would risk a deadlock by waiting for this one; if somebody else has it, the job of every minute offers the times.
create function private.offer_times_of(on_day date) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  key constant integer := on_day - date '2000-01-01';
begin
  if not exists (select from private.waiting_students where day = on_day) then
    return;
  end if;
  if key < nullif(current_setting('maarga.highest_day_locked', true), '')::integer then
    if not pg_try_advisory_xact_lock(hashtext('slots'), key) then
      return;
    end if;
  else
    perform private.lock_offers(on_day);
  end if;
  perform private.offer_free_times(on_day);
end
$$;

-- The days for which somebody waits, even with an offer. The job of every minute runs offer_times_of for each, in a
-- transaction of its own, so that bookings never wait for all of them.
create function private.list_waiting_days() returns setof date
language sql stable security definer set search_path = ''
as $$
  select distinct day from private.waiting_students where day >= (now() at time zone 'Asia/Kolkata')::date
  order by 1;
$$;

-- After a change of mentors, their hours or absences. The transaction of the change waits for this, and all bookings
-- wait for that transaction. So it stops after half a second, and the job of every minute offers the times of the later
-- days.
create function private.offer_times_of_all_days() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  started_at constant timestamptz := clock_timestamp();
  on_day date;
begin
  for on_day in select private.list_waiting_days() loop
    exit when clock_timestamp() > started_at + interval '0.5 seconds';
    perform private.offer_times_of(on_day);
  end loop;
end
$$;

-- A student who books a time of the day waits no longer. A time that becomes free is offered in the same transaction, so
-- nobody can take it in between.
create function private.update_waiting_list() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  booked_day constant date := (new.start_time at time zone 'Asia/Kolkata')::date;
  free_day date := case when old.start_time > now() then (old.start_time at time zone 'Asia/Kolkata')::date end;
begin
  if tg_op <> 'DELETE' then
    delete from private.waiting_students where user_id = new.user_id and day = booked_day;
    update private.slot_offers set state = case
        when start_time < new.end_time and end_time > new.start_time and expires_at > now() then 'accepted'
        else 'declined'
      end
      where user_id = new.user_id and day = booked_day and state = 'open';
    if found then
      perform private.offer_times_of(booked_day);
      free_day := nullif(free_day, booked_day);
    end if;
  end if;
  if free_day is not null then
    perform private.offer_times_of(free_day);
  end if;
  return null;
end
$$;

create trigger update_waiting_list after insert or delete or update of start_time, end_time on public.slots
  for each row execute function private.update_waiting_list();

create function private.offer_times_after_absence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.offer_times_of_all_days();
  return null;
end
$$;

-- Other changes of mentors have functions, which call offer_times_of_all_days.
create trigger offer_times_after_absence after delete on public.mentor_absences
  for each statement execute function private.offer_times_after_absence();

grant execute on function private.offer_times_of(date), private.list_waiting_days() to maarga_server;
