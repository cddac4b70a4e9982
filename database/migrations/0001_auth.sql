-- Who may sign in, where they are signed in, and what was mailed to them. Only the server's own login reaches these
-- tables (database/rules/auth.sql). Nothing here is enough to sign in as anyone: passwords are argon2id hashes, mailed
-- links and codes are kept as keyed hashes, refresh tokens are not kept at all (docs/decisions/refresh-tokens.md).

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  -- Lower case always: one person, one account, however the address is typed.
  email text not null unique check (email = lower(email) and length(email) <= 255),
  password_hash text,
  -- What the person said at sign-up. It travels in every access token, so it has to stay small.
  user_metadata jsonb not null default '{}' check (
    jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 4096
  ),
  -- The e-mail identity that the wire format shows with a user; there is one a user, so it needs no table.
  identity_id uuid not null default gen_random_uuid(),
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  -- The address asked for in a change that its owner has not confirmed yet.
  new_email text check (new_email = lower(new_email) and length(new_email) <= 255),
  email_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table auth.users enable row level security;

-- Deleting the row is what signs a device out.
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  method text not null check (method in ('password', 'otp')),
  -- How many refresh tokens were used up: the live one is the token that carries this number.
  rotation integer not null default 0 check (rotation >= 0),
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
alter table auth.sessions enable row level security;
create index sessions_of_a_user on auth.sessions (user_id);

-- The primary key is the rule that a newer mail of the same kind makes the older one worthless.
create table auth.one_time_tokens (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (
    kind in ('signup', 'recovery', 'magiclink', 'email_change', 'email_change_current', 'reauthentication')
  ),
  link_hash bytea not null unique,
  code_hash bytea not null,
  -- Six digits can be guessed, so a code stands only a few tries; the link is not touched by them.
  code_tries integer not null default 0,
  sent_to text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, kind)
);
alter table auth.one_time_tokens enable row level security;
-- A typed code is looked up by the address that it was sent to.
create index one_time_tokens_by_address on auth.one_time_tokens (sent_to);

-- How often something was tried lately, under a keyed hash of who and what: no address stands here in clear.
-- Unlogged: a take costs no disk flush, and after a crash everyone simply starts afresh.
create unlogged table private.rate_limits (
  key bytea primary key,
  -- When the bucket is full again, so the only thing a bucket needs to remember. Not indexed: every take moves it.
  full_at timestamptz not null
) with (fillfactor = 50);
alter table private.rate_limits enable row level security;
