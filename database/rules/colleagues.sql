-- needs: identity audit-log audit-actions mentors orders
-- Colleagues: who has which role, and invitations. private.role_rights in identity.sql has what a role may do.

-- Recorded with the change, whoever makes it. A change of the role is recorded as a new grant.
create function private.record_colleague() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  colleague constant private.colleagues := coalesce(new, old);
begin
  perform private.record_action(
    case tg_op when 'DELETE' then 'colleague revoked' else 'colleague granted' end,
    colleague.user_id,
    coalesce((select email from auth.users where id = colleague.user_id), colleague.user_id::text),
    jsonb_build_object('role', colleague.role, 'granted_by', colleague.granted_by)
  );
  return null;
end
$$;

create trigger record_colleague after insert or delete or update of role on private.colleagues
  for each row execute function private.record_colleague();

-- A former admin must not keep a lesser role, get their rights back, or pass rights on by an open invitation.
create function private.end_roles_of_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.colleagues where user_id = old.user_id;
  delete from private.invitations where invited_by = old.user_id;
  return null;
end
$$;

create trigger end_roles after delete on private.admins
  for each row execute function private.end_roles_of_admin();

-- Requests cannot remove the last admin, even if two admins remove each other at the same moment: they wait for one
-- another, and the second one counts again. The operator may, because they can grant the rights again.
create function private.lock_admins() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if private.is_request() then
    perform pg_advisory_xact_lock(hashtext('list of admins'));
  end if;
  return null;
end
$$;

create function private.keep_last_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_request() and not exists (
    select from private.admins join auth.users on id = user_id where banned_until is null or banned_until <= now()
  ) then
    raise exception 'The last admin cannot be removed.' using errcode = 'P0001';
  end if;
  return null;
end
$$;

create trigger lock_admins before delete on private.admins
  for each statement execute function private.lock_admins();
create trigger keep_last_admin after delete on private.admins
  for each statement execute function private.keep_last_admin();

-- Called by the server, which has the token and mails it in the same transaction (server/functions/invite-colleague.ts),
-- for an admin whose super-admin password it has checked unless the role is mentor. The row of the inviting admin is locked, so
-- that a revocation at the same moment either refuses this or ends the invitation.
create function private.invite_colleague(address text, role text, token_hash bytea) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  inviter constant uuid := auth.uid();
  ends_at constant timestamptz := now() + interval '7 days';
begin
  perform private.require_admin();
  perform from private.admins where user_id = inviter for key share;
  perform private.require_admin();
  if exists (select from auth.users where email = address and private.has_role(id, invite_colleague.role)) then
    raise exception 'They have this role already.' using errcode = 'P0001';
  end if;
  insert into private.invitations as invitation (email, role, token_hash, invited_by, inviter_email, expires_at)
    values (address, invite_colleague.role, invite_colleague.token_hash, inviter, private.actor_name(), ends_at)
    on conflict (email) do update set
      role = excluded.role, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
      inviter_email = excluded.inviter_email, created_at = excluded.created_at, expires_at = excluded.expires_at;
  perform private.record_action(
    'colleague invited', null, address, jsonb_build_object('role', invite_colleague.role, 'expires_at', ends_at)
  );
  return ends_at;
end
$$;

-- Called by the server, after it has checked the super-admin password.
create function private.remove_admin(admin uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- If two admins remove each other at the same moment, the second one has no rights any more.
  perform pg_advisory_xact_lock(hashtext('list of admins'));
  perform private.require_admin();
  delete from private.admins where user_id = admin;
  if not found then
    raise exception 'They are not an admin any more.' using errcode = 'P0001';
  end if;
end
$$;

grant execute on function private.invite_colleague(text, text, bytea), private.remove_admin(uuid) to maarga_server;

create function public.list_colleagues() returns table (
  user_id uuid, email text, name text, role text, granted_at timestamptz, granted_by text, last_seen_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select member.user_id, users.email, coalesce(first_name || ' ' || last_name, mentors.name), member.role, member.granted_at,
      member.granted_by,
      greatest(last_sign_in_at, (select max(last_used_at) from auth.sessions where sessions.user_id = member.user_id))
    from (
      select user_id, 'admin' as role, granted_at, granted_by from private.admins
      union all
      select id, 'mentor', granted_at, granted_by from public.mentors where revoked_at is null
      union all
      select user_id, role, granted_at, granted_by from private.colleagues
    ) as member
      join auth.users on users.id = member.user_id
      left join public.profiles on profiles.id = member.user_id
      -- A mentor has a name without a profile, too.
      left join public.mentors on mentors.id = member.user_id
    order by array_position('{admin,mentor,accounts,viewer}', member.role), users.email;
end
$$;
comment on function public.list_colleagues is 'For admins only.';

create function public.list_invitations() returns table (
  id uuid, email text, role text, inviter_email text, created_at timestamptz, expires_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select id, email, role, inviter_email, created_at, expires_at from private.invitations order by created_at desc, id;
end
$$;
comment on function public.list_invitations is 'For admins only.';

-- The table that /team shows.
create function public.list_role_rights() returns table (role text, right_name text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query select role, right_name from private.role_rights;
end
$$;
comment on function public.list_role_rights is 'For admins only.';

create function public.withdraw_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  withdrawn private.invitations;
begin
  perform private.require_admin();
  delete from private.invitations where id = invitation returning * into withdrawn;
  if not found then
    raise exception 'This invitation was accepted or withdrawn already.' using errcode = 'P0001';
  end if;
  perform private.record_action(
    'invitation withdrawn', null, withdrawn.email, jsonb_build_object('role', withdrawn.role)
  );
end
$$;
comment on function public.withdraw_invitation is 'For admins only.';

-- Revokes the rights of accounts and viewers. Mentors have bookings: revoke_mentor. Admins: private.remove_admin.
create function public.remove_colleague(colleague uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.colleagues where user_id = colleague;
  if not found then
    raise exception 'They have lost these rights already.' using errcode = 'P0001';
  end if;
end
$$;
comment on function public.remove_colleague is 'For admins only.';

create function private.find_invitation(token text) returns setof private.invitations
language sql stable set search_path = ''
as $$
  select * from private.invitations where token_hash = sha256(convert_to(token, 'UTF8')) and expires_at > now();
$$;

-- For the person who has opened the link of the mail. is_for_caller is false if they are logged in with another address.
create function public.read_invitation(token text) returns table (
  email text, role text, inviter_email text, expires_at timestamptz, is_for_caller boolean
)
language sql stable security definer set search_path = ''
as $$
  select email, role, inviter_email, expires_at, email = (select email from auth.users where id = auth.uid())
  from private.find_invitation(token);
$$;

-- The caller needs the token, which only the mail has, and an account with the proved address that was invited: neither
-- a forwarded mail nor a borrowed session is enough. Only one of two concurrent calls finds the invitation. The account
-- and its sessions are locked before the invitation, as in every change of an account.
create function public.accept_invitation(token text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  account auth.users;
  invitation private.invitations;
begin
  select * into account from auth.users where id = auth.uid() for no key update;
  perform from auth.sessions where user_id = account.id order by id for no key update;
  delete from private.invitations
    where id = (select id from private.find_invitation(token)) and expires_at > now()
      and email = account.email and account.email_confirmed_at is not null
    returning * into invitation;
  if not found then
    raise exception 'This invitation does not work: it was used, withdrawn or replaced, has expired, or is for another address.'
      using errcode = 'P0001';
  end if;
  if invitation.role = 'admin' then
    insert into private.admins (user_id, granted_by) values (account.id, invitation.inviter_email)
      on conflict (user_id) do nothing;
  elsif invitation.role = 'mentor' then
    perform private.grant_mentor(account.id, invitation.inviter_email);
  else
    insert into private.colleagues as colleague (user_id, role, granted_by)
      values (account.id, invitation.role, invitation.inviter_email)
      on conflict (user_id) do update
        set role = excluded.role, granted_at = excluded.granted_at, granted_by = excluded.granted_by
        where colleague.role <> excluded.role;
  end if;
  return invitation.role;
end
$$;

-- The rights of the caller, for the guards and links of screens.
create function public.check_rights() returns table (rights text[], needs_two_step boolean)
language sql stable security definer set search_path = ''
as $$
  select
    array(select distinct right_name from private.role_rights where private.has_right(right_name)),
    not private.has_passed_two_step() and (
      exists (select from private.admins where user_id = auth.uid())
      or exists (select from private.colleagues where user_id = auth.uid())
    );
$$;

-- The role whose page opens after a login, or null for a student.
create function private.role_of(account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select role from unnest('{admin,mentor,accounts,viewer}'::text[]) with ordinality as known (role, place)
  where private.has_role(account, role) order by place limit 1;
$$;

grant execute on function private.role_of(uuid) to maarga_server;
grant execute on function
  public.list_colleagues(), public.list_invitations(), public.list_role_rights(), public.withdraw_invitation(uuid),
  public.remove_colleague(uuid), public.read_invitation(text), public.accept_invitation(text), public.check_rights()
  to authenticated, service_role;

-- Expired invitations cannot be accepted. The job removes them later, so that /team shows what has happened.
create function private.delete_old_invitations() returns void
language sql security definer set search_path = ''
begin atomic
  delete from private.invitations where expires_at < now() - interval '30 days';
end;
grant execute on function private.delete_old_invitations() to maarga_server;
