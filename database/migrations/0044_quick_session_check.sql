-- The time until which a request of this session needs no other check than this column. A trigger keeps it
-- (database/rules/session-state.sql). Existing sessions get it when their next use is recorded.
alter table auth.sessions add column quick_until timestamptz not null default '-infinity';
