-- Who is asking. The server sets the role and the claims of a checked token for one transaction; everything
-- below reads them from there, and nothing else in the rules asks who somebody is.

-- These three stay plain enough to be inlined: no search_path, no strict, no definer. Policies still write
-- (select auth.uid()), so that the claims are parsed once a statement and not once a row.
create function auth.uid() returns uuid
language sql stable parallel safe
return (nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub')::uuid;

create function auth.role() returns text
language sql stable parallel safe
return nullif(current_setting('request.jwt.claims', true), '')::json ->> 'role';

create function auth.jwt() returns jsonb
language sql stable parallel safe
return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

grant execute on function auth.uid(), auth.role(), auth.jwt()
  to anon, authenticated, service_role, maarga_server;

-- A definer, because nobody who asks may read the list of admins. It tells a caller only about himself.
-- Asked anew by every statement, so a right that is taken away is gone at once, whatever the token still says.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.admins where user_id = auth.uid());
$$;

grant execute on function private.is_admin() to authenticated, service_role, maarga_server;

-- For functions that are an admin's whole. The secret key may do what an admin may.
create function private.require_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if current_setting('role', true) = 'service_role' or private.is_admin() then
    return;
  end if;
  raise exception 'You are not authorized to access this page' using errcode = 'insufficient_privilege';
end
$$;

grant execute on function private.require_admin() to authenticated, service_role;

-- Triggers run before policies do. One that looks at more than the caller may see calls this first, or its
-- messages would answer questions about other people ("has that student a plan?"). The words are those with
-- which the policy would refuse a moment later, so that the two cannot be told apart.
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

-- The list itself: the operator's command line and the first start, through the server's own login.
grant select, insert, delete on private.admins to maarga_server;

create policy "the server keeps the list of admins" on private.admins
  for all to maarga_server using (true) with check (true);
