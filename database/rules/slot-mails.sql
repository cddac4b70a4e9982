-- needs: slots mentors call-outcomes

-- Mails about a student's slots: booked, moved, with another mentor, deleted, cancelled, the reminders, and the apology for
-- a mentor who did not come (server/mail/slot-mails.ts). Each is a job that names only the slot. What it says is decided
-- when it is sent, so that it is true then: a moved slot is announced once, at its last time, and nobody is reminded of a
-- deleted one.

create function private.stamp_slot() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Calendars count seconds: two moves within one are different versions too.
  new.changed_at := greatest(now(), old.changed_at + interval '1 second');
  return new;
end
$$;

create trigger stamp_slot before insert or update of start_time, end_time on public.slots
  for each row execute function private.stamp_slot();

-- Adds the job in the transaction of the booking. The key makes several moves one mail: each puts it off by a minute.
-- A definer, because only its owner may add jobs in SQL.
create function private.queue_slot_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  slot constant uuid := coalesce(new.id, old.id);
  payload constant json :=
    json_build_object('slotId', slot, 'about', 'change', 'messageId', gen_random_uuid());
begin
  if tg_op = 'INSERT' then
    if auth.uid() is distinct from new.user_id then
      -- The secret key may use the id of a deleted slot again.
      insert into private.slot_mails (slot_id, user_id, is_by_colleague) values (slot, new.user_id, true)
        on conflict (slot_id) do update set is_by_colleague = true;
    end if;
    -- The frequent case. add_job takes as long as the booking itself, to wake the workers at once. They search for jobs
    -- every two seconds anyway.
    insert into graphile_worker._private_jobs (task_id, payload, max_attempts, key)
      select id, payload, 12, 'slot change ' || slot
      from graphile_worker._private_tasks where identifier = 'send-slot-mail'
      on conflict (key) do nothing;
    if found then
      return null;
    end if;
  elsif tg_op = 'UPDATE' and old.mentor_id is null and (old.start_time, old.end_time) = (new.start_time, new.end_time) then
    -- The first mentor got all slots of the first calendar, which changes nothing for students.
    update private.slot_mails set told_mentor = new.mentor_id where slot_id = new.id and told_start is not null;
    return null;
  elsif tg_op = 'DELETE' then
    -- The row may be missing, or the worker may be adding it just now. A student whose slot was cancelled knows of it from
    -- the screen, even if they were told nothing by mail yet. An account that is being deleted gets no row.
    insert into private.slot_mails as known (slot_id, user_id, is_cancelled, told_start, told_end, told_mentor)
      select
        old.id, id, is_cancelled, case when is_cancelled then old.start_time end,
        case when is_cancelled then old.end_time end, case when is_cancelled then old.mentor_id end
      from auth.users cross join lateral (select auth.uid() is distinct from old.user_id as is_cancelled) as actor
      where id = old.user_id
      on conflict (slot_id) do update set
        is_cancelled = excluded.is_cancelled,
        told_start = coalesce(known.told_start, excluded.told_start),
        told_end = coalesce(known.told_end, excluded.told_end),
        told_mentor = coalesce(known.told_mentor, excluded.told_mentor);
  elsif (old.start_time, old.end_time) <> (new.start_time, new.end_time) then
    -- The row is missing until the worker has claimed the first mail.
    insert into private.slot_mails (slot_id, user_id, is_by_colleague)
      values (slot, new.user_id, auth.uid() is distinct from new.user_id)
      on conflict (slot_id) do update set is_by_colleague = excluded.is_by_colleague;
  end if;
  perform graphile_worker.add_job(
    'send-slot-mail',
    payload => payload,
    run_at => case tg_op when 'UPDATE' then now() + interval '1 minute' end,
    max_attempts => 12,
    job_key => 'slot change ' || slot
  );
  return null;
end
$$;

create trigger queue_slot_mail after insert on public.slots
  for each row execute function private.queue_slot_mail();
create trigger queue_moved_slot_mail after update of start_time, end_time, mentor_id on public.slots
  for each row when (
    new.start_time > now()
    and (old.start_time, old.end_time, old.mentor_id) is distinct from (new.start_time, new.end_time, new.mentor_id)
  )
  execute function private.queue_slot_mail();
create trigger queue_deleted_slot_mail after delete on public.slots
  for each row when (old.start_time > now()) execute function private.queue_slot_mail();

-- Returns the reminder that is due: 'day before', 'hour before' or null. One that would follow the booking or the move
-- within an hour says nothing new. After an outage, the reminder of the day is left out shortly before the other one.
create function private.due_reminder(slot public.slots, told private.slot_mails) returns text
language sql stable set search_path = ''
return case
  when slot.start_time <= now() then null
  when now() >= slot.start_time - interval '1 hour' then
    case when told.reminded_hour_before is distinct from slot.start_time
        and slot.changed_at <= slot.start_time - interval '2 hours'
      then 'hour before' end
  when now() >= slot.start_time - interval '1 day' and now() < slot.start_time - interval '2 hours' then
    case when told.reminded_day_before is distinct from slot.start_time
        and slot.changed_at <= slot.start_time - interval '25 hours'
      then 'day before' end
end;

-- Runs every minute, on one of the servers. It reads the slots instead of jobs that were planned at the booking, so
-- nothing has to be planned again after a move, an outage or a restored backup. A job that waits is left alone.
create function private.queue_reminders() returns void
language sql security definer set search_path = ''
as $$
  select graphile_worker.add_job(
    'send-slot-mail',
    payload => json_build_object('slotId', slots.id, 'about', 'reminder', 'messageId', gen_random_uuid()),
    max_attempts => 12,
    job_key => format('slot reminder %s %s', extract(epoch from slots.start_time), slots.id),
    job_key_mode => 'unsafe_dedupe'
  )
  from public.slots left join private.slot_mails on slot_id = slots.id
  where slots.start_time > now() and slots.start_time <= now() + interval '1 day'
    and private.due_reminder(slots, slot_mails) is not null;
$$;

-- Adds the apology for a mentor who did not come. It waits for a minute, in which the mark can be undone.
create function private.queue_apology() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    update private.slot_mails set is_apology_due = false where slot_id = old.slot_id;
    return null;
  end if;
  insert into private.slot_mails (slot_id, user_id, is_apology_due)
    select id, user_id, true from public.slots where id = new.slot_id
    on conflict (slot_id) do update set is_apology_due = true;
  perform graphile_worker.add_job(
    'send-slot-mail',
    payload => json_build_object('slotId', new.slot_id, 'about', 'apology', 'messageId', gen_random_uuid()),
    run_at => now() + interval '1 minute',
    max_attempts => 12,
    job_key => 'slot apology ' || new.slot_id
  );
  return null;
end
$$;

create trigger queue_apology after insert on public.call_outcomes
  for each row when (new.outcome = 'mentor missed') execute function private.queue_apology();
create trigger withdraw_apology after delete on public.call_outcomes
  for each row when (old.outcome = 'mentor missed') execute function private.queue_apology();

-- Returns the mail to send now, if any, and marks it as sent before it is: a server that dies in between never sends it
-- twice. release_slot_mail reverts this after a failure. Students who turned e-mail off get only what they cannot know: that
-- their mentor cancelled or did not come, and what a colleague booked or moved for them. A bad address gets nothing. A
-- definer, because the server's own login may not read slots and profiles.
create function private.claim_slot_mail(slot uuid, about text) returns table (
  kind text, user_id uuid, email text, first_name text, phone text, language text, mentor text, video_url text,
  start_time timestamptz, end_time timestamptz, was_start timestamptz, was_end timestamptz, was_mentor uuid
)
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  told private.slot_mails;
  booked public.slots;
  mail text;
begin
  -- The first claim creates the row, so that a booking is not slowed down by it.
  insert into private.slot_mails (slot_id, user_id) select id, slots.user_id from public.slots where id = slot
    on conflict do nothing;
  select * into told from private.slot_mails where slot_id = slot for update;
  select * into booked from public.slots where id = slot;
  if told.slot_id is null then
    return;
  elsif about = 'reminder' then
    mail := private.due_reminder(booked, told);
    update private.slot_mails set
      reminded_day_before = booked.start_time,
      reminded_hour_before = case mail when 'hour before' then booked.start_time else reminded_hour_before end
    where slot_id = slot and mail is not null;
  elsif about = 'apology' then
    mail := case when told.is_apology_due then 'mentor missed' end;
    update private.slot_mails set is_apology_due = false where slot_id = slot;
  else
    mail := case
      when booked.id is null then
        case when told.told_start > now() then case when told.is_cancelled then 'cancelled' else 'deleted' end end
      when booked.start_time <= now() then null
      when told.told_start is null then 'booked'
      when (told.told_start, told.told_end) is distinct from (booked.start_time, booked.end_time) then 'moved'
      when told.told_mentor is distinct from booked.mentor_id then 'mentor changed'
    end;
    update private.slot_mails
    set told_start = booked.start_time, told_end = booked.end_time, told_mentor = booked.mentor_id
    where slot_id = slot and mail is not null;
  end if;
  return query
    select mail, account.id, account.email, profiles.first_name, profiles.phone, profiles.language,
      mentors.name, mentor_links.video_url,
      coalesce(booked.start_time, told.told_start), coalesce(booked.end_time, told.told_end),
      told.told_start, told.told_end, told.told_mentor
    from auth.users as account join public.profiles on profiles.id = account.id
      left join public.mentors on mentors.id = booked.mentor_id
      left join public.mentor_links on mentor_id = mentors.id
    where mail is not null and account.id = told.user_id and not private.is_bad_address(account.email)
      and (account.banned_until is null or account.banned_until <= now())
      and (
        mail in ('cancelled', 'mentor missed')
        or mail in ('booked', 'moved') and told.is_by_colleague
        or profiles.notify_email is not false
      );
end
$$;

-- Reverts a claim whose mail could not be sent, unless another one has followed.
create function private.release_slot_mail(
  slot uuid, mail text, slot_start timestamptz, was_start timestamptz, was_end timestamptz, was_mentor uuid
) returns void
language sql security definer set search_path = ''
as $$
  update private.slot_mails set
    reminded_day_before = nullif(reminded_day_before, slot_start),
    reminded_hour_before = case mail when 'hour before' then nullif(reminded_hour_before, slot_start)
      else reminded_hour_before end
  where slot_id = slot and mail in ('day before', 'hour before');
  update private.slot_mails set is_apology_due = true
  where slot_id = slot and mail = 'mentor missed'
    and exists (select from public.call_outcomes where slot_id = slot and outcome = 'mentor missed');
  update private.slot_mails set told_start = was_start, told_end = was_end, told_mentor = was_mentor
  where slot_id = slot and mail not in ('day before', 'hour before', 'mentor missed')
    and told_start is not distinct from case when mail not in ('deleted', 'cancelled') then slot_start end;
$$;

create function private.delete_old_slot_mails() returns void
language sql security definer set search_path = ''
as $$
  delete from private.slot_mails
  where coalesce(told_start, '-infinity') < now() - interval '1 day' and not is_apology_due
    and not exists (select from public.slots where id = slot_id and start_time > now() - interval '1 day');
$$;

grant execute on function
  private.queue_reminders(),
  private.claim_slot_mail(uuid, text),
  private.release_slot_mail(uuid, text, timestamptz, timestamptz, timestamptz, uuid),
  private.delete_old_slot_mails()
to maarga_server;
