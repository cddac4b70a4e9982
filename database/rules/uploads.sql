-- needs: identity

grant select, insert, update, delete on storage.pending_files to maarga_server;

create policy "the server reads and writes pending files" on storage.pending_files
  to maarga_server using (true) with check (true);

-- Adds an upload to the journal before its first byte is read, or returns false if its user has too many uploads in
-- flight. Documents in flight count towards the limit of five, as check_document counts the stored ones. The places of a
-- server that has crashed are free: its lock, whose first key is that of server/storage/files/upload-lock.ts, is gone.
create function private.reserve_upload(
  upload text, server_number integer, uploader uuid, bucket text, object_name text, max_in_flight integer
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  folder constant text := case when bucket = 'user-documents' then split_part(object_name, '/', 1) end;
begin
  -- Held until the commit, so that concurrent uploads cannot pass the limits together.
  if uploader is not null then
    perform pg_advisory_xact_lock(hashtext('uploads'), hashtext(uploader::text));
    if max_in_flight <= (
      select count(*) from storage.pending_files
      where user_id = uploader and server is not null
        and not pg_try_advisory_xact_lock(1718185061, server)
    ) then
      return false;
    end if;
  end if;

  if folder is not null then
    perform pg_advisory_xact_lock(hashtext('documents'), hashtext(folder));
    if 5 <= (
      select count(*) from (
        select name from storage.objects
        where bucket_id = 'user-documents' and name > folder || '/' and name < folder || '0'
        union
        select document from storage.pending_files
        where document > folder || '/' and document < folder || '0' and server is not null
          and not pg_try_advisory_xact_lock(1718185061, server)
      ) place
      where name <> object_name
    ) then
      raise exception 'new row violates row-level security policy for table "objects"'
        using errcode = 'insufficient_privilege';
    end if;
  end if;

  insert into storage.pending_files (version, server, user_id, document)
  values (upload, server_number, uploader, case when folder is not null then object_name end);
  return true;
end
$$;

grant execute on function private.reserve_upload(text, integer, uuid, text, text, integer) to maarga_server;

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
