-- A lost response is answered with a new token, so that a use of the lost one is noticed
-- (docs/decisions/0022-refresh-token-reuse.md).
alter table auth.sessions
  -- The rotation whose refresh token led to the current one. Null if none did.
  add column refreshed_from integer;

update auth.sessions
set refreshed_from = rotation - 1, acknowledged_rotation = greatest(acknowledged_rotation, rotation - 1),
  reused_rotation = null
where rotation > 0;
