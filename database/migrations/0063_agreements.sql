-- The agreement of a slot, as the mentor wrote it, and the student's next steps.
create table public.slot_agreements (
  slot_id uuid primary key references public.slots (id) on delete cascade,
  agreed text not null,
  written_at timestamptz not null default now(),
  constraint slot_agreements_are_short check (length(agreed) between 1 and 2000)
);
alter table public.slot_agreements enable row level security;

create table public.next_steps (
  id uuid primary key default gen_random_uuid(),
  slot_id uuid not null references public.slot_agreements (slot_id) on delete cascade,
  position smallint not null,
  step text not null,
  due_on date,
  done_at timestamptz,
  constraint next_steps_have_an_order unique (slot_id, position),
  constraint next_steps_are_short check (length(step) between 1 and 200)
);
alter table public.next_steps enable row level security;
