-- needs: uploads

-- For the job: what was sent is on record for a day. Failures stay until an operator has looked at them. The rows go;
-- their files follow as with any row (uploads.sql). A definer, so that nobody else has to be allowed to delete logs.
create function private.purge_success_logs() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  purged integer;
begin
  delete from storage.objects
  where bucket_id = 'logs' and name >= 'email_success/' and name < 'email_success0'
    and created_at < now() - interval '24 hours';
  get diagnostics purged = row_count;
  return purged;
end
$$;

grant execute on function private.purge_success_logs() to maarga_server;
