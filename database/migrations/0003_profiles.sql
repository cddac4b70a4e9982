create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  -- The address for mail. The sign-in address is in auth.users; the two may differ.
  email text,
  first_name text not null,
  last_name text not null,
  phone text not null,
  address_line_1 text,
  address_line_2 text,
  city text,
  state text,
  pin_code text,
  notify_email boolean,
  notify_sms boolean not null default false,
  has_plan boolean not null default false,
  created_at timestamptz not null default now(),

  constraint profiles_are_complete
    check (btrim(first_name) <> '' and btrim(last_name) <> '' and btrim(phone) <> ''),
  -- Deliberately loose: only a delivered mail proves an address, not a pattern.
  constraint profiles_have_an_address_to_write_to check (email ~ '^[^@\s]+@[^@\s]+$'),
  -- Generous for people, tight against abuse: a profile stays below about 2 kB.
  constraint profiles_stay_small check (
    length(email) <= 255 and length(first_name) <= 100 and length(last_name) <= 100 and length(phone) <= 30
    and length(address_line_1) <= 200 and length(address_line_2) <= 200
    and length(city) <= 100 and length(state) <= 100 and length(pin_code) <= 20
  ),
  -- Names are written to mail headers and log lines, where a line break would start a new one.
  constraint profiles_hold_single_lines check (
    concat(first_name, last_name, phone, address_line_1, address_line_2, city, state, pin_code) !~ '[[:cntrl:]]'
  )
);
alter table public.profiles enable row level security;

comment on column public.profiles.notify_email is 'null: never chosen; the first plan turns it on';
comment on column public.profiles.has_plan is 'kept by triggers: a plan is active and has not expired';

-- The sort orders of the admins' table. The id makes each order total, so that no row appears on two pages.
create index profiles_by_age on public.profiles (created_at, id);
create index profiles_by_email on public.profiles (email, id);
create index profiles_by_name on public.profiles (first_name, last_name, id);

-- list_students (rules/students.sql) searches exactly this expression. The line breaks, which no column can hold,
-- prevent a match that spans the end of an address and the start of a name.
create index profiles_by_search on public.profiles using gin (
  (coalesce(email, '') || E'\n' || first_name || ' ' || last_name || E'\n' || phone) extensions.gin_trgm_ops
);
