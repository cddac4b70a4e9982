-- needs: identity

grant select, insert, update, delete on storage.pending_files to maarga_server;

create policy "the server keeps the books of the loose files" on storage.pending_files
  to maarga_server using (true) with check (true);

-- Part of the statement that writes the row of an upload: from now on the row vouches for the file. If the server
-- was taken for dead meanwhile, the file may be gone already, and so there must be no row. A definer, because the row
-- is written as the student, who has no business in these books; a version is a random number nobody else knows.
create function private.claim_upload(upload text) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  delete from storage.pending_files where version = upload and server is not null;
  if not found then
    raise exception 'the upload was given up' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return upload;
end
$$;

grant execute on function private.claim_upload(text) to authenticated, service_role, maarga_server;

-- Whoever deletes the row, by whatever way: its file is to go, and is not forgotten if the server falls now.
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
