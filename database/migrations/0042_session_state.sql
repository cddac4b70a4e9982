-- Copies on each session of what the check of every request needs, so that it reads a single row. Triggers keep them
-- (database/rules/session-state.sql).
alter table auth.sessions
  -- The end of the idle or the absolute limit, whichever comes first.
  add column valid_until timestamptz not null default '-infinity',
  add column banned_until timestamptz,
  add column is_admin boolean not null default false,
  add column needs_second_step boolean not null default false;

update auth.sessions session
set banned_until = account.banned_until,
  is_admin = exists (select from private.admins admin where admin.user_id = account.id),
  needs_second_step = exists (
    select from auth.factors factor where factor.user_id = account.id and factor.status = 'verified'
  ),
  valid_until = case
    when exists (select from private.admins admin where admin.user_id = account.id)
    then least(session.last_used_at + settings.admin_session_idle, session.created_at + settings.admin_session_max)
    else least(session.last_used_at + settings.session_idle, session.created_at + settings.session_max)
  end
from auth.users account, private.settings
where account.id = session.user_id;
