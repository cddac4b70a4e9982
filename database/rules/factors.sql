-- Two-step sign-in: only the server handles it, as it does the rest of sign-in (auth.sql).

grant select, insert, update, delete on auth.factors, auth.factor_challenges, auth.recovery_codes to maarga_server;

create policy "the server reads and writes factors" on auth.factors to maarga_server using (true) with check (true);
create policy "the server reads and writes factor challenges" on auth.factor_challenges
  to maarga_server using (true) with check (true);
create policy "the server reads and writes recovery codes" on auth.recovery_codes
  to maarga_server using (true) with check (true);

create function private.delete_stale_factors() returns void
  language sql
  set search_path = ''
  as $$
    delete from auth.factor_challenges where expires_at < now();
    delete from auth.factors where status = 'unverified' and created_at < now() - interval '1 day';
  $$;

grant execute on function private.delete_stale_factors() to maarga_server;
