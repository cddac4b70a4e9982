-- A thief who refreshes shortly before the owner looks like another tab, but only once
-- (docs/decisions/0022-refresh-token-reuse.md).
alter table auth.sessions
  -- Whether the response with the current refresh token may be repeated: that of the rotation before was not.
  add column may_repeat boolean not null default true;
