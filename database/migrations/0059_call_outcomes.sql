-- Whether the student came to a call, as its mentor or an admin marked it. No row: not marked.
create table public.call_outcomes (
  slot_id uuid primary key references public.slots (id) on delete cascade,
  outcome text not null,
  marked_at timestamptz not null default now(),
  constraint call_outcomes_are_known check (outcome in ('held', 'late', 'missed'))
);
alter table public.call_outcomes enable row level security;
