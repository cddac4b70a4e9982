-- When a slot was booked or last moved: calendars compare versions by it, and it decides which reminders make sense.
alter table public.slots add column changed_at timestamptz not null default now();

-- The last state of each slot that its student was told by mail (database/rules/slot-mails.sql). A row does not refer to its slot,
-- because it outlives a deleted one until the student has been told.
create table private.slot_mails (
  slot_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The times in the last mail; null if the student was told nothing, or that the slot is deleted.
  told_start timestamptz,
  told_end timestamptz,
  -- The mentor in the last mail, if any.
  told_mentor uuid,
  -- Whether the mentor cancelled. A student who deletes their own slot needs no apology.
  is_cancelled boolean not null default false,
  -- The start of the slot that each reminder was sent for.
  reminded_day_before timestamptz,
  reminded_hour_before timestamptz,
  constraint slot_mails_tell_both_times check ((told_start is null) = (told_end is null))
);
alter table private.slot_mails enable row level security;
create index slot_mails_of_a_user on private.slot_mails (user_id);

-- Nobody is told again about what they booked before there were such mails.
insert into private.slot_mails (slot_id, user_id, told_start, told_end, told_mentor)
select id, user_id, start_time, end_time, mentor_id from public.slots where start_time > now();
