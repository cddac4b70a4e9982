-- Calls that did not take place (docs/decisions/0060-missed-calls.md).

alter table public.call_outcomes
  drop constraint call_outcomes_are_known,
  -- "missed": the student did not come. "mentor missed": the mentor did not.
  add constraint call_outcomes_are_known check (outcome in ('held', 'late', 'missed', 'mentor missed')),
  -- The account that marked the call. Null for the secret key and for earlier marks. It refers to no row, because a mark
  -- outlives the account.
  add column marked_by uuid;

-- From the setting BOOKINGS_DAYS_AHEAD_AFTER_MISSED.
alter table private.settings
  add column bookings_days_ahead_after_missed integer not null default 1 check (bookings_days_ahead_after_missed > 0);

-- Whether the student still has to get the apology for a mentor who did not come.
alter table private.slot_mails add column is_apology_due boolean not null default false;
