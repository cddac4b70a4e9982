-- The secret addresses at which calendar programs read somebody's slots (server/calendar). Only a hash of the secret is
-- stored: a copy of the database opens no calendar. The secret is random, so a plain hash cannot be reversed.
create table public.calendar_feeds (
  user_id uuid primary key references auth.users (id) on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now()
);
alter table public.calendar_feeds enable row level security;
