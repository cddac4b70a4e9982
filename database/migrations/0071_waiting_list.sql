-- The waiting lists of full days, and the free times that are offered to those who wait
-- (docs/decisions/0061-waiting-list.md). Only functions read and write these tables.

create table private.waiting_students (
  user_id uuid not null references auth.users (id) on delete cascade,
  day date not null, -- in Karnataka
  -- The order of the list: now() would be the same for all who join in one transaction.
  joined_at timestamptz not null default clock_timestamp(),
  primary key (user_id, day)
);
alter table private.waiting_students enable row level security;
create index waiting_students_of_a_day on private.waiting_students (day, joined_at);

-- An open offer holds its time for its student until expires_at. Its end needs no job and no server: whoever asks
-- compares the time. The state is set afterwards, before the time is offered to the next student.
create table private.slot_offers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  day date not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  -- The mentor whose time is held; null while there is no mentor.
  mentor_id uuid references public.mentors (id),
  offered_at timestamptz not null default now(),
  expires_at timestamptz not null,
  state text not null default 'open',
  -- Whether the mail about it was sent.
  is_told boolean not null default false,

  constraint slot_offers_have_known_states check (state in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  constraint slot_offers_end_after_they_start check (end_time > start_time),
  constraint slot_offers_last_fifteen_minutes check (expires_at <= offered_at + interval '15 minutes'),
  -- A time is held for one student. The functions check it under the lock of the day; this holds whatever they do.
  constraint held_times_do_not_overlap exclude using gist (
    (coalesce(mentor_id, '00000000-0000-0000-0000-000000000000')) with =,
    tstzrange(start_time, end_time) with &&
  ) where (state = 'open')
);
alter table private.slot_offers enable row level security;
create unique index one_open_offer_a_day on private.slot_offers (user_id, day) where state = 'open';
create index open_slot_offers on private.slot_offers (day) where state = 'open';
create index slot_offers_of_a_student on private.slot_offers (user_id, start_time);
create index slot_offers_of_a_mentor on private.slot_offers (mentor_id);
