-- The mails about calls and the account, for the page of a student: the last state of each. Campaigns and orders have theirs.
-- It has no text of a mail, because those hold links and codes.
create table private.mail_states (
  mail uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('account', 'call')),
  about text not null check (length(about) <= 300),
  email text not null,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  reason text,
  at timestamptz not null default now()
);
alter table private.mail_states enable row level security;
create index mail_states_of_a_student on private.mail_states (user_id, at desc);
create index mail_states_by_age on private.mail_states (at);
create index users_with_a_new_email on auth.users (new_email) where new_email is not null;

-- When mails to a student began to come back, and when their address was good again.
create table private.address_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  email text not null,
  state text not null check (state in ('bad', 'good')),
  -- The words of the mail server about a bad address.
  words text,
  at timestamptz not null default now()
);
alter table private.address_changes enable row level security;
create index address_changes_of_a_student on private.address_changes (user_id, id desc);
