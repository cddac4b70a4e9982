-- Events of accounts and sessions. Like the audit log, rows have no foreign keys and keep the addresses of that
-- day, because they outlive the accounts. The kinds are listed in server/security-events/security-events.ts.
create table public.security_events (
  -- Also the sort order of the list.
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (length(kind) between 3 and 60),
  -- The account it happened to; null if nobody has the account, such as a sign-in for an unknown address.
  user_id uuid,
  -- The sign-in address of that account at the time. Never what a stranger typed: it may be a mistyped password.
  email text check (length(email) <= 255),
  address text check (length(address) <= 64),
  -- A short name such as "Chrome on Android", not the whole header.
  device text check (length(device) <= 80),
  details jsonb not null default '{}' check (octet_length(details::text) <= 4096)
);
alter table public.security_events enable row level security;

create index security_events_of_a_user on public.security_events (user_id, id);
create index security_events_by_kind on public.security_events (kind, id);
create index security_events_by_time on public.security_events (at);
