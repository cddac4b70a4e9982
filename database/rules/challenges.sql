-- Only the server records used challenges: no role of the API has a grant or a policy here.

grant select, insert, delete on private.used_challenges to maarga_server;

create policy "the server reads and writes used challenges" on private.used_challenges
  to maarga_server using (true) with check (true);

-- Kept an hour past their expiry, because the clocks of servers differ: a challenge whose row is gone too early would
-- be accepted again.
create function private.delete_expired_challenges() returns void
  language sql
  set search_path = ''
  as $$
    delete from private.used_challenges where expires_at < now() - interval '1 hour';
  $$;

grant execute on function private.delete_expired_challenges() to maarga_server;
