-- Sign-in with a passkey instead of the password (docs/decisions/0038-passkeys.md).

create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Chosen by the device. A sign-in names nothing else, so no two accounts may have the same one.
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- In DER. It verifies signatures, so nobody can sign in with the content of this table.
  public_key bytea not null check (octet_length(public_key) <= 1024),
  -- The algorithm's number in COSE: Ed25519, ECDSA with P-256, RSA.
  algorithm integer not null check (algorithm in (-8, -7, -257)),
  -- The number of signatures, as far as the device counts them. One that does not rise gives away a copy.
  sign_count bigint not null check (sign_count between 0 and 4294967295),
  friendly_name text not null check (length(friendly_name) between 1 and 120),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
alter table auth.passkeys enable row level security;
create index passkeys_of_a_user on auth.passkeys (user_id);

-- Challenges are not stored before they are used (server/auth/passkeys/challenges.ts). A row keeps one from being used twice.
create table auth.used_passkey_challenges (
  id text primary key check (length(id) <= 64),
  used_at timestamptz not null default now()
);
alter table auth.used_passkey_challenges enable row level security;

alter table auth.sessions drop constraint sessions_method_check;
alter table auth.sessions
  add constraint sessions_method_check check (method in ('password', 'otp', 'passkey')),
  -- The passkey that started the session, so that removing it also ends what a thief started with it.
  add column passkey_id uuid references auth.passkeys (id) on delete set null;
create index sessions_of_a_passkey on auth.sessions (passkey_id);
