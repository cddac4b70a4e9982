-- needs: uploads

-- Called by a job. Logs of sent mail are kept for a day, logs of failures until an operator deletes them. The files are
-- removed after their rows, as for all objects (uploads.sql). A definer, so that no role needs the right to delete
-- logs.
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
