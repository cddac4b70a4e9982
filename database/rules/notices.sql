-- Notice mails: what happened to an account, with a button "This was not me" (server/auth/notices).

grant select, insert, delete on auth.notice_tokens to maarga_server;

create policy "the server reads and writes notice tokens" on auth.notice_tokens
  to maarga_server using (true) with check (true);

-- The new admin gets a mail, however the row was written. The payload names only the account: the job writes the mail.
-- A definer, because only its owner may add jobs in SQL. The first start creates the first admin, who needs no notice.
create function private.queue_admin_notice() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job(
    'queue-admin-notice', payload => json_build_object('userId', new.user_id), max_attempts => 12
  );
  return null;
end
$$;

create trigger queue_admin_notice after insert on private.admins
  for each row when (new.granted_by <> 'first start') execute function private.queue_admin_notice();
