-- A solved bot challenge is accepted once across all servers. Used ones are kept until they would have expired.
create table private.used_challenges (
  nonce bytea primary key check (octet_length(nonce) = 16),
  expires_at timestamptz not null
);
alter table private.used_challenges enable row level security;

create index used_challenges_by_end on private.used_challenges (expires_at);
