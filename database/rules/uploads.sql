-- needs: identity

grant select, insert, update, delete on storage.pending_files to maarga_server;

create policy "the server reads and writes pending files" on storage.pending_files
  to maarga_server using (true) with check (true);

-- Part of the statement that inserts the row of an upload: from now on the file belongs to that row. If the server was
-- presumed dead meanwhile, the file may already be removed, so the row must not be inserted. A definer, because the
-- statement runs as the student, who has no rights on pending files. Nobody else knows a version: it is random.
create function private.claim_upload(upload text) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  delete from storage.pending_files where version = upload and server is not null;
  if not found then
    raise exception 'the upload was abandoned' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return upload;
end
$$;

grant execute on function private.claim_upload(text) to authenticated, service_role, maarga_server;

-- However a row is deleted, its file is scheduled for removal in the same transaction, so that a crash cannot leave the
-- file behind.
create function private.schedule_file_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into storage.pending_files (version) values (old.version) on conflict do nothing;
  return null;
end
$$;

create trigger schedule_file_removal after delete on storage.objects
  for each row when (old.version is not null) execute function private.schedule_file_removal();

create trigger schedule_replaced_file_removal after update of version on storage.objects
  for each row when (old.version is not null and old.version is distinct from new.version)
  execute function private.schedule_file_removal();
