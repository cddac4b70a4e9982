-- The answers to requests with an Idempotency-Key, for 24 hours: a repeated request gets the first answer and changes
-- nothing (database/rules/request-answers.sql).
create table private.request_answers (
  user_id uuid not null references auth.users on delete cascade,
  key text not null check (length(key) <= 128),
  -- SHA-256 of the request. The same key with another request is refused.
  request bytea not null check (octet_length(request) = 32),
  -- Null only inside the transaction of the request. It is never read by SQL.
  answer text check (octet_length(answer) <= 16384),
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, key)
);
alter table private.request_answers enable row level security;
