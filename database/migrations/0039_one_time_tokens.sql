-- A user may have several links and codes of one kind: a stranger who requests another mail does not make the owner's
-- earlier one invalid.
alter table auth.one_time_tokens
  drop constraint one_time_tokens_pkey,
  drop constraint one_time_tokens_link_hash_key,
  add primary key (link_hash);
create index one_time_tokens_of_a_user on auth.one_time_tokens (user_id, kind, created_at);
