-- Only the server handles sign-in: no role of the API has a grant or a policy on these tables.

grant select, insert, update, delete
  on auth.users, auth.sessions, auth.one_time_tokens, auth.pending_sign_ups, private.rate_limits to maarga_server;

create policy "the server reads and writes users" on auth.users to maarga_server using (true) with check (true);
create policy "the server reads and writes sessions" on auth.sessions to maarga_server using (true) with check (true);
create policy "the server reads and writes one-time tokens" on auth.one_time_tokens
  to maarga_server using (true) with check (true);
create policy "the server reads and writes pending sign-ups" on auth.pending_sign_ups
  to maarga_server using (true) with check (true);
create policy "the server reads and writes rate limits" on private.rate_limits
  to maarga_server using (true) with check (true);

-- The limits of sessions are in sessions.sql.
create function private.delete_stale_sign_ins() returns void
  language sql
  set search_path = ''
  as $$
    -- The sessions of a banned user stay, because the ban may end.
    delete from auth.sessions
      where valid_until <= now() and (banned_until is null or banned_until <= now());
    delete from auth.notice_tokens where expires_at < now();
    delete from auth.known_devices where last_used_at < now() - interval '400 days';
    delete from auth.one_time_tokens where expires_at < now();
    delete from auth.pending_sign_ups where expires_at < now();
    delete from private.rate_limits where full_at < now();
  $$;

grant execute on function private.delete_stale_sign_ins() to maarga_server;

-- The data that a password may not be made of. A definer, because the server does not read profiles otherwise.
create function private.password_owner(user_id uuid) returns table (names text[], phone text)
language sql stable security definer set search_path = ''
as $$
  select array[first_name, last_name], profiles.phone from public.profiles where id = user_id;
$$;

grant execute on function private.password_owner(uuid) to maarga_server;
