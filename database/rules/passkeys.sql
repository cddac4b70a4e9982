-- Passkeys: only the server handles them, as it does the rest of sign-in (auth.sql).

grant select, insert, update, delete on auth.passkeys to maarga_server;
grant select, insert, delete on auth.used_passkey_challenges to maarga_server;

create policy "the server reads and writes passkeys" on auth.passkeys to maarga_server using (true) with check (true);
create policy "the server reads and writes used passkey challenges" on auth.used_passkey_challenges
  to maarga_server using (true) with check (true);

-- Colleagues see other people's data, so their passkey may be what ADMIN_TWO_STEP requires: neither the password nor
-- the mailbox may bypass it. A student's passkey is one more way to sign in, beside the password. A definer, because
-- the server may not read the list of mentors.
create function private.may_need_passkey(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.admins where user_id = account)
    or exists (select from private.colleagues where user_id = account)
    or exists (select from public.mentors where id = account and revoked_at is null);
$$;

-- Tells whether changes of the ways to sign in need a session that has passed both steps.
create function private.needs_step_for_changes(user_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
      select from auth.factors factor
      where factor.user_id = needs_step_for_changes.user_id and factor.status = 'verified'
    ) or exists (
      select from auth.passkeys passkey
      where passkey.user_id = needs_step_for_changes.user_id and private.may_need_passkey(passkey.user_id)
    );
$$;

grant execute on function private.may_need_passkey(uuid), private.needs_step_for_changes(uuid) to maarga_server;

-- Challenges expire after five minutes. The longer time allows for clocks that differ.
create function private.delete_used_passkey_challenges() returns void
  language sql
  set search_path = ''
  as $$
    delete from auth.used_passkey_challenges where used_at < now() - interval '1 hour';
  $$;

grant execute on function private.delete_used_passkey_challenges() to maarga_server;
