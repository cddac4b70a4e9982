-- needs: identity user-plans

-- One booking at a time on a day, so that counting to three and looking for a gap stay true until the commit.
-- The exclusion constraint alone would be right too, but bookings that meet in it wait for each other until the
-- deadlock detector picks one. Days are locked in order. A request with several bookings may come to an earlier
-- day than one it holds already; it gets that only if it is free, as waiting for it could close a circle.
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

-- Every rule of a booking, in the order in which the screen would notice them. Moving a slot is judged like
-- booking it, except that the slot itself is left out of what it is compared with. A definer, because it has to
-- see everybody's slots; so nothing it says may tell more than that a time is taken.
create function private.check_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  plan text;
  plan_minutes integer;
  starts_at timestamp; -- from here on as the clocks in Karnataka show it, whatever the session's time zone
  ends_at timestamp;
  hour timestamp;
  day date;
  moved_from date;
begin
  perform private.require_policy(coalesce(new.user_id = auth.uid(), false), 'slots');

  -- A move asks for it too: whoever lost the plan keeps or cancels what is booked, and books nothing new by moving.
  plan := private.active_plan(new.user_id);
  if plan is null then
    raise exception 'Please purchase a plan to book slots.' using errcode = 'P0001';
  end if;
  plan_minutes := case plan when 'Basic' then 15 else 30 end;

  -- PostgreSQL knows a time called infinity; no calendar does.
  if not coalesce(isfinite(new.start_time) and isfinite(new.end_time), false) then
    raise exception 'Please select date and time.' using errcode = 'P0001';
  end if;
  starts_at := new.start_time at time zone 'Asia/Kolkata';
  ends_at := new.end_time at time zone 'Asia/Kolkata';
  hour := date_trunc('hour', starts_at);
  day := starts_at::date;
  moved_from := (old.start_time at time zone 'Asia/Kolkata')::date;

  perform private.lock_day(least(day, moved_from)); -- least and greatest pass over the null of a new booking
  if moved_from <> day then
    perform private.lock_day(greatest(day, moved_from));
  end if;

  -- What is over counts as well: three a day are three a day, also for somebody who books in the evening. Moving
  -- within the day takes nobody's place, so the slot that moves is not counted.
  if (
    select count(*) from public.slots
    where user_id = new.user_id and id <> new.id
      and start_time >= day::timestamp at time zone 'Asia/Kolkata'
      and start_time < (day + 1)::timestamp at time zone 'Asia/Kolkata'
  ) >= 3 then
    raise exception 'You have reached the maximum of 3 slots for this day.' using errcode = 'P0001';
  end if;

  if new.start_time <= now() then
    raise exception 'Please select a future date and time.' using errcode = 'P0001';
  end if;
  -- No rule of the business: it catches a year with a digit too many.
  if new.start_time > now() + interval '5 years' then
    raise exception 'Please select a date within the next five years.' using errcode = 'P0001';
  end if;

  if starts_at < day + time '10:00' or ends_at > day + time '22:00' then
    raise exception 'Slot must be between 10:00 AM and 10:00 PM (Working hours)' using errcode = 'P0001';
  end if;

  -- Each hour opens with a break of 30 minutes, and a slot may not reach into one at either end. What is left
  -- starts on a quarter: :30 and :45.
  if starts_at not in (hour + interval '30 minutes', hour + interval '45 minutes')
    or ends_at > hour + interval '1 hour'
  then
    raise exception 'Cannot book during a break period. Please select a valid slot.' using errcode = 'P0001';
  end if;

  -- The plan of today says how long, not the one under which a slot was booked first.
  if ends_at - starts_at <> make_interval(mins => plan_minutes) then
    raise exception 'A slot of your plan lasts % minutes.', plan_minutes using errcode = 'P0001';
  end if;

  -- No slot reaches into another day, so that the index by time answers in a few steps however full the years before
  -- are. (Asked with the range of the exclusion constraint, PostgreSQL reads the whole table: it takes a hit for
  -- likely, and there hardly ever is one.) With the day locked nobody can come in between: the constraint's own
  -- refusal, which has no words for a student, is never reached.
  if exists (
    select from public.slots
    where start_time >= day::timestamp at time zone 'Asia/Kolkata'
      and start_time < new.end_time and end_time > new.start_time and id <> new.id
  ) then
    raise exception 'This slot is already booked.' using errcode = 'P0001';
  end if;
  return new;
end
$$;

create trigger check_booking before insert or update on public.slots
  for each row execute function private.check_booking();

-- Whose the others are is nobody's business, an admin's included: no screen shows it.
create policy "students see their own slots" on public.slots
  for select to authenticated using (user_id = (select auth.uid()));

create policy "students book for themselves" on public.slots
  for insert to authenticated with check (user_id = (select auth.uid()));

-- One that has started is history: the row is simply not there for a change.
create policy "students move their coming slots" on public.slots
  for update to authenticated
  using (user_id = (select auth.uid()) and start_time > now()) with check (user_id = (select auth.uid()));

create policy "students cancel their coming slots" on public.slots
  for delete to authenticated using (user_id = (select auth.uid()) and start_time > now());

grant select, delete on public.slots to authenticated;
-- user_id is sent by the screens, and checked above. The id is not theirs to choose: a taken one would tell.
grant insert (user_id, start_time, end_time) on public.slots to authenticated;
grant update (start_time, end_time) on public.slots to authenticated; -- never user_id

create policy "the secret key reads and writes slots" on public.slots
  for all to service_role using (true) with check (true);
grant select, insert, update, delete on public.slots to service_role;

-- When the mentor is taken, never by whom. With its owner's rights on purpose: it is the one way to see that
-- others have booked. It holds no column that could say more, and may only be read.
create view public.busy_slots as select start_time, end_time from public.slots;

grant select on public.busy_slots to authenticated, service_role;
