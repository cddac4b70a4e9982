-- The buttons "This was not me" in notice mails. Only keyed hashes are stored, so nobody can use them with a copy of the
-- database.
create table auth.notice_tokens (
  token_hash bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The address that the notice was sent to, which may be one that the account no longer has.
  sent_to text not null,
  expires_at timestamptz not null
);
alter table auth.notice_tokens enable row level security;
create index notice_tokens_of_a_user on auth.notice_tokens (user_id);
