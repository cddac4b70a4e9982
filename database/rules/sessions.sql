-- Sessions: which ones are in force, and the check that every request of a signed-in user passes.

grant select, insert, update, delete on auth.known_devices to maarga_server;
grant select, update on private.settings to maarga_server;

create policy "the server reads and writes known devices" on auth.known_devices
  to maarga_server using (true) with check (true);
create policy "the server reads the settings" on private.settings for select to maarga_server using (true);
create policy "the server writes the settings" on private.settings for update to maarga_server using (true);

-- The sessions in force: the user is not banned, and the session is within the limits of the user's role.
create view private.active_sessions with (security_invoker = true) as
select * from auth.sessions
where valid_until > now() and (banned_until is null or banned_until <= now());

grant select on private.active_sessions to maarga_server;

create function private.use_recorded_every() returns interval
language sql immutable parallel safe
return interval '5 minutes';

-- The quick check of a request: a session passes until quick_until, if nothing about it needs the function below
-- (session-state.sql). It is part of the statement that sets the caller (server/postgres/set-caller.ts), whose role may
-- read these three columns and call the function, and has no other right.
grant select (id, user_id, quick_until) on auth.sessions to maarga_request;
create policy "a request checks its session" on auth.sessions for select to maarga_request using (true);

-- Refuses the request if its session has ended. It reads a single row, because every request pays for it
-- (session-state.sql). It runs in the round trip that sets the caller, before the statement of
-- the request. The parameters come from a verified access token. A definer, because callers may not read sessions.
--
-- It also gives admins, and colleagues with lists, more time for the statement: these read more than a student's own rows. Everyone else has
-- the timeout of the login (server/postgres/prepare/logins.ts).
--
-- A user who has a second step is refused unless both the token and the session have passed it. token_aal is null if
-- the first step is enough, which only the endpoints for the second step and for logging out allow.
create function private.require_session(session_id uuid, user_id uuid, token_rotation integer, token_aal text)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_use_to_record boolean;
  is_admin boolean;
  has_passed_both_steps boolean;
begin
  select session.last_used_at <= now() - private.use_recorded_every()
      or session.acknowledged_rotation < least(coalesce(token_rotation, 0), session.rotation)
      or (session.refreshed_from < token_rotation and token_rotation < session.rotation) is true,
      session.is_admin,
      not session.needs_second_step or token_aal is null or (token_aal = 'aal2' and session.aal = 'aal2')
    into is_use_to_record, is_admin, has_passed_both_steps
    from private.active_sessions session
    where session.id = require_session.session_id and session.user_id = require_session.user_id;
  if is_use_to_record is null then
    raise exception 'Your session has ended. Please log in again.' using errcode = 'MG001';
  end if;
  if not has_passed_both_steps then
    raise exception 'Please confirm with your second step.' using errcode = 'MG002';
  end if;
  if is_admin then
    perform set_config('statement_timeout', '8s', true);
  end if;
  if is_use_to_record then
    perform private.record_session_use(session_id, user_id, token_rotation);
  end if;
end
$$;

-- Never waits for a lock: the next request records the use instead. The user row is locked first, as in every change of
-- an account, because locks acquired in different orders would deadlock.
--
-- A rotation between refreshed_from and the current one was replaced because its response seemed lost. Whoever uses it
-- has received it, so two hold copies, and the session ends for both (docs/decisions/0022-refresh-token-reuse.md). This
-- request passes, because a refusal would roll back the end.
create function private.record_session_use(session_id uuid, user_id uuid, token_rotation integer) returns void
language plpgsql set search_path = ''
as $$
declare
  session auth.sessions;
begin
  perform from auth.users where id = user_id for key share skip locked;
  if not found then
    return;
  end if;
  select * into session from auth.sessions where id = session_id for update skip locked;
  if not found then
    return;
  end if;
  if session.refreshed_from < token_rotation and token_rotation < session.rotation then
    delete from auth.sessions where id = session_id;
    perform private.record_security_event('refresh token reused', user_id, device => session.device);
    return;
  end if;
  update auth.sessions
    set last_used_at = now(),
      acknowledged_rotation = greatest(acknowledged_rotation, least(coalesce(token_rotation, 0), rotation))
    where id = session_id;
end
$$;

-- For the login of requests, which starts as `maarga_request` (server/postgres/prepare/logins.ts), and for the login of
-- the server's own work.
grant execute on function private.require_session(uuid, uuid, integer, text) to maarga_request, maarga_server;
