-- Colleagues who are neither admins nor mentors, and invitations of all colleagues
-- (docs/decisions/0099-rights-of-colleagues.md).

-- A row gives the rights that private.role_rights has for the role (database/rules/identity.sql). Admins are rows of
-- private.admins, mentors of public.mentors. Deleting a row revokes the rights at once.
create table private.colleagues (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null,
  granted_at timestamptz not null default now(),
  granted_by text not null,
  constraint colleagues_have_a_known_role check (role in ('accounts', 'viewer'))
);
alter table private.colleagues enable row level security;

-- Invitations that wait for an answer: accepting or withdrawing one deletes it. The audit log keeps all three.
create table private.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and length(email) <= 255),
  role text not null,
  -- Only the mail has the token, which has 192 random bits. Nobody can accept with the content of this table.
  token_hash bytea not null unique,
  -- Null for the secret key. The invitations of an admin end with their account or their rights.
  invited_by uuid references auth.users (id) on delete cascade,
  inviter_email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- A newer invitation of an address replaces the older one, whose link then no longer works.
  constraint invitations_are_one_per_address unique (email),
  constraint invitations_have_a_known_role check (role in ('admin', 'mentor', 'accounts', 'viewer'))
);
alter table private.invitations enable row level security;
create index invitations_of_an_admin on private.invitations (invited_by);
