-- Sign-ups whose mailbox nobody has proved yet. An account begins when somebody proves it, so a stranger who signs up with
-- another person's address has no account and changes nothing about the sign-ups of others
-- (docs/decisions/0032-proof-before-power.md).
create table auth.pending_sign_ups (
  -- Becomes the id of the account if this sign-up is confirmed as it is.
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and length(email) <= 255),
  -- Null if only the mail was requested again, by somebody who did not give the password.
  password_hash text,
  user_metadata jsonb not null default '{}' check (
    jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 4096
  ),
  link_hash bytea not null unique,
  code_hash bytea not null,
  code_tries integer not null default 0,
  code_challenge text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
alter table auth.pending_sign_ups enable row level security;
create index pending_sign_ups_by_address on auth.pending_sign_ups (email, created_at);

-- The SHA-256 hash (base64url) of the secret that the requesting browser keeps (PKCE). Null if the client has none.
alter table auth.one_time_tokens add column code_challenge text;

-- Accounts that were never confirmed had the password of whoever signed up first. Their owners sign up again.
delete from auth.users where email_confirmed_at is null;
alter table auth.users alter column email_confirmed_at set default now(),
  alter column email_confirmed_at set not null;

delete from auth.one_time_tokens where kind = 'signup';
alter table auth.one_time_tokens drop constraint one_time_tokens_kind_check;
alter table auth.one_time_tokens add constraint one_time_tokens_kind_check check (
  kind in ('recovery', 'magiclink', 'email_change', 'email_change_current', 'reauthentication', 'auth_code')
);
