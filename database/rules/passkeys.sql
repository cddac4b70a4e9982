-- Passkeys: only the server handles them, as it does the rest of sign-in (auth.sql).

grant select, insert, update, delete on auth.passkeys to maarga_server;
grant select, insert, delete on auth.used_passkey_challenges to maarga_server;

create policy "the server reads and writes passkeys" on auth.passkeys to maarga_server using (true) with check (true);
create policy "the server reads and writes used passkey challenges" on auth.used_passkey_challenges
  to maarga_server using (true) with check (true);

-- Tells whether changes of the ways to sign in need a session that has passed both steps. A student's passkey is
-- another way in beside the password. An admin's may be what ADMIN_TWO_STEP requires, so the password must not lead
-- around it.
create function private.needs_step_for_changes(user_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
      select from auth.factors factor
      where factor.user_id = needs_step_for_changes.user_id and factor.status = 'verified'
    ) or exists (
      select from auth.passkeys passkey join private.admins admin on admin.user_id = passkey.user_id
      where passkey.user_id = needs_step_for_changes.user_id
    );
$$;

grant execute on function private.needs_step_for_changes(uuid) to maarga_server;

-- Challenges expire after five minutes. The longer time allows for clocks that differ.
create function private.delete_used_passkey_challenges() returns void
  language sql
  set search_path = ''
  as $$
    delete from auth.used_passkey_challenges where used_at < now() - interval '1 hour';
  $$;

grant execute on function private.delete_used_passkey_challenges() to maarga_server;
