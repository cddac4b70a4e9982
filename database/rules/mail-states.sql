-- needs: identity
-- The state of the mails about calls and the account (server/mail/record-mails.ts).

-- Records what became of a mail to a student, which has one row however often it is tried. A mail to somebody without an
-- account is on no page. A definer, because no role may write the table.
create function private.record_mail(mail uuid, address text, kind text, about text, state text, reason text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.mail_states as known (mail, user_id, kind, about, email, state, reason)
  select record_mail.mail, id, record_mail.kind, left(record_mail.about, 300), address, record_mail.state, record_mail.reason
  from (
    select id from auth.users where email = address
    union all
    select id from auth.users where new_email = address
  ) as receivers limit 1
  on conflict on constraint mail_states_pkey do update set state = excluded.state, reason = excluded.reason, at = now();
$$;

-- Run by a job.
create function private.delete_old_mail_states() returns void
language sql security definer set search_path = ''
as $$
  delete from private.mail_states where at < now() - interval '400 days';
$$;

grant execute on function private.record_mail(uuid, text, text, text, text, text), private.delete_old_mail_states()
  to maarga_server;
