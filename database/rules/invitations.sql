-- needs: identity audit-log audit-actions mentors
-- Invitations of colleagues: by mail, for a role and an address.

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

grant execute on function private.invite_colleague(text, text, bytea) to maarga_server;

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

create function private.find_invitation(token text) returns setof private.invitations
language sql stable set search_path = ''
as $$
  select * from private.invitations
  where token_hash = sha256(convert_to(token, 'UTF8')) and expires_at > now()
    and not exists (select from auth.users where id = invited_by and banned_until > now());
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

grant execute on function
  public.list_invitations(), public.withdraw_invitation(uuid), public.read_invitation(text), public.accept_invitation(text)
  to authenticated, service_role;

-- A person who loses a role must not get rights back by an open invitation to their address.
create function private.end_invitations_to() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- The key of a colleague is user_id, that of a mentor id.
  account constant uuid := coalesce(to_jsonb(old) ->> 'user_id', to_jsonb(old) ->> 'id');
begin
  delete from private.invitations where email = (select email from auth.users where id = account);
  return null;
end
$$;

create trigger end_invitations after delete on private.admins
  for each row execute function private.end_invitations_to();
create trigger end_invitations after delete on private.colleagues
  for each row execute function private.end_invitations_to();
create trigger end_invitations after update of revoked_at on public.mentors
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function private.end_invitations_to();

-- Called by the server too, when somebody else was in an account.
create function private.end_invitations_by(account uuid) returns void
language sql security definer set search_path = ''
as $$
  delete from private.invitations where invited_by = account;
$$;
grant execute on function private.end_invitations_by(uuid) to maarga_server;

-- Expired invitations cannot be accepted. The job removes them later, so that /team shows what has happened.
create function private.delete_old_invitations() returns void
language sql security definer set search_path = ''
begin atomic
  delete from private.invitations where expires_at < now() - interval '30 days';
end;
grant execute on function private.delete_old_invitations() to maarga_server;
