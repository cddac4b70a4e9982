-- Only the server handles sign-in: no role of the API has a grant or a policy on these tables.

grant select, insert, update, delete on auth.users, auth.sessions, auth.one_time_tokens, private.rate_limits
  to maarga_server;

create policy "the server reads and writes users" on auth.users to maarga_server using (true) with check (true);
create policy "the server reads and writes sessions" on auth.sessions to maarga_server using (true) with check (true);
create policy "the server reads and writes one-time tokens" on auth.one_time_tokens
  to maarga_server using (true) with check (true);
create policy "the server reads and writes rate limits" on private.rate_limits
  to maarga_server using (true) with check (true);

-- A session that has not been refreshed for 90 days counts as abandoned.
create function private.delete_stale_sign_ins() returns void
  language sql
  set search_path = ''
  as $$
    delete from auth.sessions where refreshed_at < now() - interval '90 days';
    delete from auth.one_time_tokens where expires_at < now();
    delete from private.rate_limits where full_at < now();
  $$;

grant execute on function private.delete_stale_sign_ins() to maarga_server;
