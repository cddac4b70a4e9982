-- Plans assigned to students. No foreign key to public.plans: the row keeps its own copy of the plan and its expiry,
-- so that editing or deleting an offer never changes what a student already has.
create table public.user_plans (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  plan_level text not null,
  plan_exam text not null,
  plan_name text not null,
  active boolean not null default true,
  assigned_at timestamptz not null,
  assigned_by uuid references auth.users (id) on delete set null,
  expires_at timestamptz not null,

  constraint user_plans_have_a_known_level check (plan_level in ('ug', 'pg')),
  constraint user_plans_have_a_known_exam check (plan_exam in ('cet', 'neet')),
  constraint user_plans_have_a_known_name check (plan_name in ('Basic', 'Medium', 'Advanced'))
);
alter table public.user_plans enable row level security;

comment on column public.user_plans.active is 'as assigned; it counts only until expires_at';

-- A student has one active plan, even if two admins assign at the same instant.
create unique index user_plans_one_active_a_student on public.user_plans (user_id) where active;
create index user_plans_latest_first on public.user_plans (user_id, assigned_at desc);
create index user_plans_next_to_expire on public.user_plans (expires_at) where active;
create index user_plans_by_admin on public.user_plans (assigned_by);
