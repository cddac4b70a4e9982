-- Identity of the caller. The server sets the role and the claims of a verified token for one transaction. Other rules
-- get the identity from these functions.

-- These three have no search_path, strict or definer, so that PostgreSQL can inline them. Policies still write
-- (select auth.uid()), so that the claims are parsed once per statement, not once per row. Requests have the user in a
-- setting of its own, too (server/postgres/set-caller.ts), because parsing the claims takes as long as finding a row.
create function auth.uid() returns uuid
language sql stable parallel safe
return coalesce(
  nullif(current_setting('request.jwt.claim.sub', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub'
)::uuid;

create function auth.role() returns text
language sql stable parallel safe
return nullif(current_setting('request.jwt.claims', true), '')::json ->> 'role';

create function auth.jwt() returns jsonb
language sql stable parallel safe
return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

grant execute on function auth.uid(), auth.role(), auth.jwt()
  to anon, authenticated, service_role, maarga_server;

-- An account that has a second step, or must have one, needs a session that has passed it, or that a passkey has
-- started, before it may see other people's data. Both the token and the session must say so: a token from before the
-- step could be a stolen one, and a session loses aal2 when the second step is removed. A definer, because callers may
-- not read factors and sessions. ADMIN_TWO_STEP applies to mentors too.
create function private.has_passed_two_step() returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when admin_two_step_required
      or exists (select from auth.factors where user_id = auth.uid() and status = 'verified')
    then
      auth.jwt() ->> 'aal' = 'aal2' and exists (
        select from auth.sessions
        where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() and aal = 'aal2'
      )
    else true
  end
  from private.settings;
$$;

-- A definer, because callers may not read the list of admins. It only tells callers about themselves. Every statement
-- checks again, so revoked rights end at once, whatever the token still says.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.admins where user_id = auth.uid() and private.has_passed_two_step());
$$;

grant execute on function private.is_admin() to authenticated, service_role, maarga_server;

-- A definer, because callers may not read revoked_at. Mentors see other people's data, so they need the second step
-- like admins.
create function private.is_mentor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.mentors where id = auth.uid() and revoked_at is null and private.has_passed_two_step()
  );
$$;

grant execute on function private.is_mentor() to authenticated, service_role;

-- The one table of rights: a role may do what its rows say. Policies and functions ask private.has_right, and /team
-- shows the rows. Nobody has a right that is not listed here.
create view private.role_rights with (security_invoker = true) as
select role, right_name
from (values
  ('administer', array['admin']),
  ('see students', array['admin', 'accounts', 'viewer']),
  ('take payments', array['admin', 'accounts']),
  ('hold calls', array['admin', 'mentor'])
) as granted (right_name, roles) cross join unnest(roles) as role;

-- Clients may not call it, because it answers for any account. It does not check the second step.
create function private.has_role(account uuid, wanted text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case wanted
    when 'admin' then exists (select from private.admins where user_id = account)
    when 'mentor' then exists (select from public.mentors where id = account and revoked_at is null)
    else exists (select from private.colleagues where user_id = account and role = wanted)
  end;
$$;

-- A definer, because callers may not read who has which role. It only tells callers about themselves. It repeats the
-- check of has_role instead of calling it: a call for each role would take three times as long, and many policies use
-- it.
create function private.has_right(wanted text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.role_rights as granted
    where right_name = wanted and case role
      when 'admin' then exists (select from private.admins where user_id = auth.uid())
      when 'mentor' then exists (select from public.mentors where id = auth.uid() and revoked_at is null)
      else exists (select from private.colleagues where user_id = auth.uid() and colleagues.role = granted.role)
    end
  ) and private.has_passed_two_step() is true;
$$;

grant execute on function private.has_right(text) to authenticated, service_role, maarga_server;

-- Tells whether the caller would be an admin if they had a second step, or had signed in with a passkey.
create function private.needs_admin_two_step() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select
    from private.admins admin cross join private.settings
    where admin.user_id = auth.uid() and settings.admin_two_step_required
      and not exists (select from auth.factors where user_id = admin.user_id and status = 'verified')
      and not private.is_admin()
  );
$$;

grant execute on function private.needs_admin_two_step() to authenticated;

-- The same for functions that the secret key may call, too: it may do whatever an admin may.
create function private.is_allowed(wanted text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(current_setting('role', true) = 'service_role', false) or private.has_right(wanted);
$$;

-- Called first by functions that need a right.
create function private.require_right(wanted text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_allowed(wanted) then
    return;
  end if;
  raise exception 'You are not authorized to access this page' using errcode = 'insufficient_privilege';
end
$$;

-- Called first by functions for admins only.
create function private.require_admin() returns void
language sql stable security definer set search_path = ''
as $$
  select private.require_right('administer');
$$;

grant execute on function private.require_right(text), private.require_admin() to authenticated, service_role;

-- Called first by functions for one mentor, who may do this for themselves, and admins for everyone.
create function private.require_mentor(mentor uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if mentor = auth.uid() and private.is_mentor() then
    return;
  end if;
  perform private.require_admin();
end
$$;

-- Triggers run before policies. A trigger that reads more than the caller may see calls this first, or its messages
-- would reveal facts about other people ("does that student have a plan?"). The message is the one that the policy
-- would raise a moment later, so that callers cannot tell the two apart.
create function private.require_policy(is_met boolean, table_name text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if is_met or current_setting('role', true) is distinct from 'authenticated' then
    return;
  end if;
  raise exception 'new row violates row-level security policy for table "%"', table_name
    using errcode = 'insufficient_privilege';
end
$$;

-- The operator's command line and the first start write the list through the server's own login.
grant select, insert, delete on private.admins to maarga_server;

create policy "the server reads and writes the list of admins" on private.admins
  for all to maarga_server using (true) with check (true);
