-- needs: identity student-facts
-- Mails that came back, and the addresses that are bad because of them. server/bounces reports them and knows that a report
-- is genuine.

-- Tells whether a status (RFC 3463) says that the address cannot be reached. A full mailbox (5.2.2), a mail that is too large
-- or unwanted, and all that is temporary say nothing about the address.
create function private.is_hard_bounce(status text) returns boolean
language sql immutable
return status ~ '^5\.(0\.0|1\.([0-6]|10)|2\.[01]|4\.4)$';

-- The number of bounces after which an address is bad: one where the mail server says that there is no such mailbox or domain.
create function private.bounces_until_bad(status text) returns integer
language sql stable set search_path = ''
as $$
  select case when status ~ '^5\.1\.([1236]|10)$' then 1 else bounces_until_bad end from private.settings;
$$;

-- Inlined into its callers: it has no search_path.
create function private.is_bad_address(address text) returns boolean
language sql stable
return exists (
  select from private.bounced_addresses as bounced where bounced.email = address and bounced.bad_since is not null
);

-- Counts a bounce of a mail to an address, unless it was counted before. Returns whether the address is bad now because of
-- it. A definer, because no role may write these tables.
create function private.record_bounce(mail text, address text, status text, words text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  needed constant integer := private.bounces_until_bad(record_bounce.status);
  was_bad constant boolean := private.is_bad_address(address);
begin
  if private.is_hard_bounce(record_bounce.status) is not true
    or not exists (select from auth.users where email = address)
    and not exists (select from auth.pending_sign_ups where email = address)
  then
    return false;
  end if;
  insert into private.counted_bounces (mail) values (record_bounce.mail) on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into private.bounced_addresses as known (email, bounces, status, words, bad_since)
  values (
    address, 1, record_bounce.status, left(record_bounce.words, 300), case when needed <= 1 then now() end
  )
  on conflict (email) do update set
    bounces = known.bounces + 1, status = excluded.status, words = excluded.words, last_at = now(),
    bad_since = coalesce(known.bad_since, case when known.bounces + 1 >= needed then now() end);
  return not was_bad and private.is_bad_address(address);
end
$$;

-- Somebody has answered a mail to the address: it can be reached. A definer, because no role may write the table.
create function private.note_answered_mail(address text) returns void
language sql security definer set search_path = ''
as $$
  delete from private.bounced_addresses where email = address;
$$;

grant execute on function private.record_bounce(text, text, text, text), private.note_answered_mail(text) to maarga_server;

create function private.forget_bounces_of_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.email is distinct from new.email then
    perform private.note_answered_mail(old.email);
  end if;
  if tg_op <> 'DELETE' and new.email_confirmed_at is not null then
    perform private.note_answered_mail(new.email);
  end if;
  return null;
end
$$;

-- Before refresh_facts in the alphabet, which locks the facts: record_bounce locks the address first, too.
create trigger forget_bounces after insert or delete on auth.users
  for each row execute function private.forget_bounces_of_account();
create trigger forget_bounces_after_change after update of email, email_confirmed_at on auth.users
  for each row when (
    (old.email, old.email_confirmed_at) is distinct from (new.email, new.email_confirmed_at)
  )
  execute function private.forget_bounces_of_account();

-- The timeline of the student shows that the address became bad or good.
create function private.refresh_facts_of_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_student_facts(id) from auth.users where email = coalesce(new.email, old.email);
  if (new.bad_since is null) <> (old.bad_since is null) then
    insert into private.address_changes (user_id, email, state, words)
    select
      id, email, case when new.bad_since is null then 'good' else 'bad' end,
      case when new.bad_since is not null then new.status || ' ' || new.words end
    from auth.users where email = coalesce(new.email, old.email);
  end if;
  return null;
end
$$;

create trigger refresh_facts after insert or delete or update of bad_since on private.bounced_addresses
  for each row execute function private.refresh_facts_of_address();

-- Run by a job. Mail servers and providers report a bounce within two months, so older rows are no longer needed.
create function private.delete_old_bounces() returns void
language sql security definer set search_path = ''
as $$
  delete from private.counted_bounces where at < now() - interval '60 days';
  delete from private.bounced_addresses as bounced
  where not exists (select from auth.users where users.email = bounced.email)
    and not exists (select from auth.pending_sign_ups as pending where pending.email = bounced.email);
$$;
grant execute on function private.delete_old_bounces() to maarga_server;

-- Tells whether mails to the caller's own address come back. A definer, because no role may read the table.
create function public.own_bad_address() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users where id = (select auth.uid()) and private.is_bad_address(email));
$$;
grant execute on function public.own_bad_address() to authenticated;
