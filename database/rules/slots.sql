-- needs: identity user-plans mentor-assignment missed-calls

-- Locks a day until the commit, so that the number of slots and the free times cannot change after they were checked.
-- The exclusion constraint would be correct on its own, but conflicting bookings would wait for each other until the
-- deadlock detector picks one. Days are locked in order. A request with several bookings may need an earlier day than
-- one that it has locked already; it gets that day only if it is free, because waiting for it could cause a deadlock.
create function private.lock_day(day date) returns void
language plpgsql set search_path = ''
as $$
declare
  key constant integer := day - date '2000-01-01';
  highest constant integer := nullif(current_setting('maarga.highest_day_locked', true), '');
begin
  if key < highest then
    if not pg_try_advisory_xact_lock(hashtext('slots'), key) then
      raise exception 'Please book one slot at a time.' using errcode = 'P0001';
    end if;
  else
    perform pg_advisory_xact_lock(hashtext('slots'), key);
    perform set_config('maarga.highest_day_locked', key::text, true);
  end if;
end
$$;

-- Locks the number of a student's upcoming slots until the commit. Students are locked before days. Only the secret key
-- can book for several students in one request, and gets a further student only if nobody else has locked them.
create function private.lock_upcoming_slots(student uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if nullif(current_setting('maarga.highest_day_locked', true), '') is null then
    perform pg_advisory_xact_lock(hashtext('upcoming slots'), hashtext(student::text));
  elsif not pg_try_advisory_xact_lock(hashtext('upcoming slots'), hashtext(student::text)) then
    raise exception 'Please book one slot at a time.' using errcode = 'P0001';
  end if;
end
$$;

-- All rules of a booking, in the order in which the screen checks them (domain/booking.ts). A moved slot is checked
-- like a new one, but not against itself. A definer, because it reads all students' slots; so its messages must not
-- reveal more than that a time is taken.
create function private.check_booking() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  plan text;
  plan_minutes integer;
  starts_at timestamp; -- local time in Karnataka, like the others below, whatever the session's time zone
  ends_at timestamp;
  hour timestamp;
  day date;
  moved_from date;
  max_upcoming integer;
  max_days_ahead integer;
  days_ahead_after_missed integer;
  upcoming_slots integer;
  has_mentors boolean;
  is_taken boolean;
begin
  -- Admins book for students by functions (student-bookings.sql). The policies below refuse their plain inserts.
  perform private.require_policy(coalesce(new.user_id = auth.uid(), false) or private.is_admin(), 'slots');

  -- Moves need a plan too. Without one, students may keep or delete their slots, but not move them.
  plan := private.active_plan(new.user_id);
  if plan is null then
    raise exception 'Please purchase a plan to book slots.' using errcode = 'P0001';
  end if;
  plan_minutes := case plan when 'Basic' then 15 else 30 end;

  -- PostgreSQL accepts the time "infinity".
  if not coalesce(isfinite(new.start_time) and isfinite(new.end_time), false) then
    raise exception 'Please select date and time.' using errcode = 'P0001';
  end if;
  starts_at := new.start_time at time zone 'Asia/Kolkata';
  ends_at := new.end_time at time zone 'Asia/Kolkata';
  hour := date_trunc('hour', starts_at);
  day := starts_at::date;
  moved_from := (old.start_time at time zone 'Asia/Kolkata')::date;

  -- A move of an upcoming slot does not change their number.
  if tg_op = 'INSERT' or old.start_time <= now() or old.user_id <> new.user_id then
    perform private.lock_upcoming_slots(new.user_id);
  end if;
  perform private.lock_day(least(day, moved_from)); -- least and greatest ignore the null of a new booking
  if moved_from <> day then
    perform private.lock_day(greatest(day, moved_from));
  end if;

  -- Past slots count too, so the limit of three holds for the whole day. A slot that moves within the day is not
  -- counted.
  if (
    select count(*) from public.slots
    where user_id = new.user_id and id <> new.id
      and start_time >= day::timestamp at time zone 'Asia/Kolkata'
      and start_time < (day + 1)::timestamp at time zone 'Asia/Kolkata'
  ) >= 3 then
    raise exception 'You have reached the maximum of 3 slots for this day.' using errcode = 'P0001';
  end if;

  -- Two counts instead of one for both limits: PostgreSQL would plan that query again for each booking.
  select
    bookings_max_upcoming, bookings_max_days_ahead, bookings_days_ahead_after_missed,
    -- The time is compared as an expression, so that only the index of the student's slots serves the query: from the
    -- statistics of earlier days, PostgreSQL expects no coming slots at all, and would read those of all students.
    (select count(*) from public.slots
      where user_id = new.user_id and id <> new.id and start_time + interval '0' > now()),
    exists (select from public.mentors where revoked_at is null)
    into max_upcoming, max_days_ahead, days_ahead_after_missed, upcoming_slots, has_mentors
    from private.settings;
  -- A student who had more slots before the limit was lowered may still move them.
  if upcoming_slots >= max_upcoming and (old.start_time > now() and old.user_id = new.user_id) is not true then
    raise exception 'You have reached the maximum of % upcoming slots.', max_upcoming using errcode = 'P0001';
  end if;

  if new.start_time <= now() then
    raise exception 'Please select a future date and time.' using errcode = 'P0001';
  end if;
  if day > (now() at time zone 'Asia/Kolkata')::date + max_days_ahead then
    raise exception 'Please select a date within the next % days.', max_days_ahead using errcode = 'P0001';
  end if;
  -- A slot that was booked before the second missed call may still move within its day, or to an earlier one.
  if day > greatest((now() at time zone 'Asia/Kolkata')::date + days_ahead_after_missed, moved_from)
    and new.user_id = auth.uid()
    -- Few students have missed two calls, and counting them is cheaper than the full check.
    and (
      select count(*) > 1 from public.slots join public.call_outcomes on slot_id = id
      where user_id = new.user_id and outcome = 'missed'
    )
  then
    perform private.require_no_missed_calls(new.user_id, days_ahead_after_missed);
  end if;

  if starts_at < day + time '10:00' or ends_at > day + time '22:00' then
    raise exception 'Slot must be between 10:00 AM and 10:00 PM (Working hours)' using errcode = 'P0001';
  end if;

  -- The first 30 minutes of each hour are a break, which a slot may not overlap. So slots start at :30 or :45.
  if starts_at not in (hour + interval '30 minutes', hour + interval '45 minutes')
    or ends_at > hour + interval '1 hour'
  then
    raise exception 'Cannot book during a break period. Please select a valid slot.' using errcode = 'P0001';
  end if;

  -- The current plan decides the length, not the plan at the time of the first booking.
  if ends_at - starts_at <> make_interval(mins => plan_minutes) then
    raise exception 'A slot of your plan lasts % minutes.', plan_minutes using errcode = 'P0001';
  end if;

  -- With mentors, a time is taken when none of them is free, or when the student is in another call. Without, all slots
  -- share one calendar, and a request for a mentor or a language finds nobody.
  --
  -- Slots never span two days, so the index by time needs few steps, however many old slots there are. (With the range
  -- operator of the exclusion constraint, PostgreSQL would read the whole table, because it overestimates the matches.)
  -- The day is locked, so the constraint's own message, which is not written for students, never appears.
  is_taken := exists (
    select from public.slots
    where start_time >= day::timestamp at time zone 'Asia/Kolkata'
      and start_time < new.end_time and end_time > new.start_time and id <> new.id
      and (not has_mentors or user_id = new.user_id)
  );
  if has_mentors then
    new.mentor_id := private.assign_mentor(new, old.mentor_id);
    is_taken := is_taken or new.mentor_id is null;
    -- A request for a mentor is for one time only. A later move keeps the mentor if they are free, and may get another.
    new.wanted_mentor := null;
  else
    new.mentor_id := null;
    is_taken := is_taken or new.wanted_mentor is not null or new.wanted_language is not null
      or private.is_held(new.start_time, new.end_time, new.user_id);
  end if;
  if is_taken then
    raise exception 'This slot is already booked.' using errcode = 'P0001';
  end if;
  return new;
end
$$;

-- Other columns of a slot may change when it has passed, too. A change of the topic alone is no booking: it needs no plan.
create trigger check_booking
  before insert or update of id, user_id, start_time, end_time, wanted_mentor, wanted_language on public.slots
  for each row execute function private.check_booking();

-- Nobody else may see who booked a slot. One policy, because PostgreSQL would check several in the order of their names,
-- and the rights of mentors and admins take longer to look up than a student's own slots.
create policy "students see their own slots, mentors those with them, admins all" on public.slots
  for select to authenticated using (
    user_id = (select auth.uid())
    or (mentor_id = (select auth.uid()) and (select private.is_mentor()))
    or (select private.is_admin())
  );

create policy "students book for themselves" on public.slots
  for insert to authenticated with check (user_id = (select auth.uid()));

-- A slot that has started cannot be changed: the policy hides its row from updates.
create policy "students move their upcoming slots" on public.slots
  for update to authenticated
  using (user_id = (select auth.uid()) and start_time > now()) with check (user_id = (select auth.uid()));

create policy "students delete their upcoming slots" on public.slots
  for delete to authenticated using (user_id = (select auth.uid()) and start_time > now());

grant select, delete on public.slots to authenticated;
-- The screens send user_id, and the policy checks it. Clients cannot choose the id: a conflict would reveal that it
-- exists.
grant insert (user_id, start_time, end_time, wanted_mentor, wanted_language) on public.slots to authenticated;
-- Never user_id, and never mentor_id, which the database assigns.
grant update (start_time, end_time, wanted_mentor, wanted_language) on public.slots to authenticated;

create policy "the secret key reads and writes slots" on public.slots
  for all to service_role using (true) with check (true);
grant select, insert, update, delete on public.slots to service_role;
