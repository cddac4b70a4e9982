-- The server alone remembers used challenges: no role of the API has a grant or a policy here.

grant select, insert, delete on private.used_challenges to maarga_server;

create policy "the server keeps used challenges" on private.used_challenges
  to maarga_server using (true) with check (true);

-- An hour more than they hold, for servers whose clocks differ: a row that goes too early lets its token pass again.
create function private.delete_expired_challenges() returns void
  language sql
  set search_path = ''
  as $$
    delete from private.used_challenges where expires_at < now() - interval '1 hour';
  $$;

grant execute on function private.delete_expired_challenges() to maarga_server;
