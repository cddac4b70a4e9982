-- Accounts, sessions and one-time tokens. Only the server's own login reaches these tables (database/rules/auth.sql).
-- Nobody can sign in with their content: passwords are argon2id hashes, mailed links and codes are keyed hashes, and
-- refresh tokens are not stored at all (docs/decisions/0005-refresh-tokens.md).

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  -- Always lower case: one account per address, however it is typed.
  email text not null unique check (email = lower(email) and length(email) <= 255),
  password_hash text,
  -- Data given at sign-up. It is part of every access token, so it must stay small.
  user_metadata jsonb not null default '{}' check (
    jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 4096
  ),
  -- The e-mail identity in the API's user object. Each user has exactly one, so it needs no table.
  identity_id uuid not null default gen_random_uuid(),
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  -- The address of a requested change that is not confirmed yet.
  new_email text check (new_email = lower(new_email) and length(new_email) <= 255),
  email_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table auth.users enable row level security;

-- Deleting a row signs that device out.
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  method text not null check (method in ('password', 'otp')),
  -- The number of refresh tokens used so far. The valid one carries this number.
  rotation integer not null default 0 check (rotation >= 0),
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
alter table auth.sessions enable row level security;
create index sessions_of_a_user on auth.sessions (user_id);

-- The primary key lets a newer mail of the same kind replace the older one.
create table auth.one_time_tokens (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (
    kind in ('signup', 'recovery', 'magiclink', 'email_change', 'email_change_current', 'reauthentication')
  ),
  link_hash bytea not null unique,
  code_hash bytea not null,
  -- Six digits can be guessed, so a code allows only a few tries. They do not affect the link.
  code_tries integer not null default 0,
  sent_to text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, kind)
);
alter table auth.one_time_tokens enable row level security;
-- A typed code is looked up by the address it was sent to.
create index one_time_tokens_by_address on auth.one_time_tokens (sent_to);

-- Rate limit buckets. Keys are keyed hashes of the caller and the action, so no address is stored in clear text.
-- Unlogged: using a bucket needs no disk flush, and losing all buckets in a crash is acceptable.
create unlogged table private.rate_limits (
  key bytea primary key,
  -- The instant when the bucket is full again describes its whole state. No index, because every use changes it.
  full_at timestamptz not null
) with (fillfactor = 50);
alter table private.rate_limits enable row level security;
