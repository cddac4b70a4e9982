create table public.slots (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  start_time timestamptz not null,
  end_time timestamptz not null,

  constraint slots_end_after_they_start check (end_time > start_time),
  -- All slots share one mentor's calendar. Concurrent requests may both pass any other check, but never this one.
  constraint slots_do_not_overlap exclude using gist (tstzrange(start_time, end_time) with &&)
);
alter table public.slots enable row level security;

create index slots_of_a_student on public.slots (user_id, start_time desc);
create index slots_by_time on public.slots (start_time, end_time);
