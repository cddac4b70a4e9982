create table public.plans (
  id uuid primary key default gen_random_uuid(),
  plan_level text not null,
  plan_exam text not null,
  plan_name text not null,
  price numeric not null,
  expires_at timestamptz not null,

  constraint plans_have_a_known_level check (plan_level in ('ug', 'pg')),
  constraint plans_have_a_known_exam check (plan_exam in ('cet', 'neet')),
  constraint plans_have_a_known_name check (plan_name in ('Basic', 'Medium', 'Advanced')),
  constraint plans_for_pg_are_never_medium check (plan_level <> 'pg' or plan_name <> 'Medium'),
  -- NaN sorts above Infinity, so the upper bound excludes both.
  constraint plans_have_a_price check (price >= 0 and price < 'Infinity'),
  constraint plans_end_some_day check (isfinite(expires_at)),
  constraint plans_are_offered_once unique (plan_level, plan_exam, plan_name)
);
alter table public.plans enable row level security;

-- The initial prices in rupees. Every plan ends with the admission season, whose end is set only here.
insert into public.plans (plan_level, plan_exam, plan_name, price, expires_at)
select plan_level, plan_exam, plan_name, price, season.ends_at
from (values
  ('ug', 'cet', 'Basic', 2000),
  ('ug', 'cet', 'Medium', 5000),
  ('ug', 'cet', 'Advanced', 10000),
  ('ug', 'neet', 'Basic', 2200),
  ('ug', 'neet', 'Medium', 5200),
  ('ug', 'neet', 'Advanced', 10200),
  ('pg', 'cet', 'Basic', 10000),
  ('pg', 'cet', 'Advanced', 20000),
  ('pg', 'neet', 'Basic', 10500),
  ('pg', 'neet', 'Advanced', 20500)
) as offer (plan_level, plan_exam, plan_name, price),
(values (timestamptz '2027-12-31 23:59:59 Asia/Kolkata')) as season (ends_at);
