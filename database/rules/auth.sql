-- Sign-in belongs to the server alone: no role of the API has a grant or a policy here.

grant select, insert, update, delete on auth.users, auth.sessions, auth.one_time_tokens, private.rate_limits
  to maarga_server;

create policy "the server keeps users" on auth.users to maarga_server using (true) with check (true);
create policy "the server keeps sessions" on auth.sessions to maarga_server using (true) with check (true);
create policy "the server keeps one-time tokens" on auth.one_time_tokens
  to maarga_server using (true) with check (true);
create policy "the server keeps rate limits" on private.rate_limits
  to maarga_server using (true) with check (true);

-- What nobody can use any more. A session that was not refreshed for 90 days counts as left behind.
create function private.delete_stale_sign_ins() returns void
  language sql
  set search_path = ''
  as $$
    delete from auth.sessions where refreshed_at < now() - interval '90 days';
    delete from auth.one_time_tokens where expires_at < now();
    delete from private.rate_limits where full_at < now();
  $$;

grant execute on function private.delete_stale_sign_ins() to maarga_server;
