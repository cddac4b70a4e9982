-- The copies on each session that the check of every request reads (sessions.sql). Whatever they depend on touches the
-- sessions of the user in the same transaction, and the first trigger computes them again.

create function private.set_session_state() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A ban, admin rights or a second step that another transaction is writing must not be missed by a new session.
  if tg_op = 'INSERT' then
    perform from auth.users where id = new.user_id for no key update;
  end if;
  select account.banned_until,
      admin.user_id is not null or colleague.user_id is not null,
      exists (select from auth.factors factor where factor.user_id = account.id and factor.status = 'verified'),
      case
        -- Colleagues see phone numbers of students, so their sessions are as short as those of admins.
        when admin.user_id is null and colleague.user_id is null and mentor.id is null
        then least(new.last_used_at + settings.session_idle, new.created_at + settings.session_max)
        else least(new.last_used_at + settings.admin_session_idle, new.created_at + settings.admin_session_max)
      end
    into new.banned_until, new.is_admin, new.needs_second_step, new.valid_until
    from auth.users account
    cross join private.settings
    left join private.admins admin on admin.user_id = account.id
    left join private.colleagues colleague on colleague.user_id = account.id
    left join public.mentors mentor on mentor.id = account.id and mentor.revoked_at is null
    where account.id = new.user_id;
  if found then
    new.quick_until := case
      when new.is_admin or new.needs_second_step or new.banned_until > now() or new.acknowledged_rotation < new.rotation
        or new.refreshed_from < new.rotation - 1
      then '-infinity'
      else least(new.valid_until, new.last_used_at + private.use_recorded_every())
    end;
    return new;
  end if;
  -- The account is being deleted, and its sessions with it. A new session is refused by its foreign key.
  new.valid_until := '-infinity';
  new.quick_until := '-infinity';
  new.is_admin := false;
  new.needs_second_step := false;
  return new;
end
$$;

create trigger set_session_state before insert or update on auth.sessions
  for each row execute function private.set_session_state();

create function private.touch_sessions_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed constant jsonb := to_jsonb(coalesce(new, old));
  owner constant uuid := coalesce(changed ->> 'user_id', changed ->> 'id');
begin
  perform from auth.users where id = owner for no key update;
  update auth.sessions set user_id = user_id where user_id = owner;
  return null;
end
$$;

create trigger touch_sessions after update of banned_until on auth.users
  for each row when (old.banned_until is distinct from new.banned_until)
  execute function private.touch_sessions_of_user();
create trigger touch_sessions after insert or delete on private.admins
  for each row execute function private.touch_sessions_of_user();
create trigger touch_sessions after insert or delete on private.colleagues
  for each row execute function private.touch_sessions_of_user();
create trigger touch_sessions after insert or delete or update of revoked_at on public.mentors
  for each row execute function private.touch_sessions_of_user();
create trigger touch_sessions after insert or delete or update of status on auth.factors
  for each row execute function private.touch_sessions_of_user();

create function private.touch_all_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A session that is being created must not miss the change. Users are locked before sessions everywhere, and in one
  -- order, so that two transactions never wait for each other.
  perform from auth.users order by id for no key update;
  update auth.sessions set user_id = user_id;
  return null;
end
$$;

create trigger touch_sessions after update on private.settings
  for each row when (
    (old.session_idle, old.session_max, old.admin_session_idle, old.admin_session_max)
    is distinct from (new.session_idle, new.session_max, new.admin_session_idle, new.admin_session_max)
  )
  execute function private.touch_all_sessions();
