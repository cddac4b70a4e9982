-- A solved bot challenge opens one door, once, whichever server is asked. What was used is kept until it would have
-- expired anyway.

create table private.used_challenges (
  nonce bytea primary key check (octet_length(nonce) = 16),
  expires_at timestamptz not null
);
alter table private.used_challenges enable row level security;

create index used_challenges_by_end on private.used_challenges (expires_at);
