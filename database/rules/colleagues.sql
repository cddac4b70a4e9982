-- needs: identity audit-log audit-actions mentors orders invitations
-- Colleagues: who has which role. private.role_rights in identity.sql has what a role may do.

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

-- A former admin must not keep a lesser role, or pass rights on by an open invitation. The invitations are deleted first: a
-- person who accepts one holds its row while they wait for the bookings, which revoke_mentor locks.
create function private.end_roles_of_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.colleagues where user_id = old.user_id;
  perform private.end_invitations_by(old.user_id);
  if exists (select from public.mentors where id = old.user_id and revoked_at is null) then
    perform private.revoke_mentor(old.user_id);
  end if;
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

-- Called by the server, after it has checked the super-admin password.
create function private.remove_admin(admin uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- The account is locked first, as in every change of one.
  perform from auth.users where id = admin for no key update;
  -- If two admins remove each other at the same moment, the second one has no rights any more.
  perform pg_advisory_xact_lock(hashtext('list of admins'));
  perform private.require_admin();
  delete from private.admins where user_id = admin;
  if not found then
    raise exception 'They are not an admin any more.' using errcode = 'P0001';
  end if;
end
$$;

grant execute on function private.remove_admin(uuid) to maarga_server;

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
  public.list_colleagues(), public.list_role_rights(), public.remove_colleague(uuid), public.check_rights()
  to authenticated, service_role;
