-- needs: identity uploads

create policy "users see their own resumable uploads" on storage.resumable_uploads
  for select to authenticated using (owner = (select auth.uid()));
create policy "the secret key sees all resumable uploads" on storage.resumable_uploads
  for select to service_role using (true);
create policy "the server reads and writes resumable uploads" on storage.resumable_uploads
  to maarga_server using (true) with check (true);
create policy "the server reads and writes parts of uploads" on storage.upload_parts
  to maarga_server using (true) with check (true);
grant select on storage.resumable_uploads to authenticated, service_role;
grant select, insert, update, delete on storage.resumable_uploads, storage.upload_parts to maarga_server;

-- However a part is deleted, its file is scheduled for removal in the same transaction.
create trigger schedule_part_removal after delete on storage.upload_parts
  for each row execute function private.schedule_file_removal();

-- Begins an upload. The oldest uploads of its owner give way, finished or not: a student who often chooses another file
-- is never refused, and nobody fills the disk with unfinished uploads. A null for max_bytes means no limit.
create function private.create_resumable_upload(
  uploader uuid, bucket text, object_name text, bytes bigint, upload_metadata text, may_overwrite boolean,
  expires timestamptz, max_uploads integer, max_bytes bigint
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  created uuid;
begin
  if uploader is not null then
    perform pg_advisory_xact_lock(hashtext('uploads'), hashtext(uploader::text));
  end if;
  insert into storage.resumable_uploads (owner, bucket_id, name, length, metadata, overwrite, expires_at)
  values (uploader, bucket, object_name, bytes, upload_metadata, may_overwrite, expires)
  returning id into created;

  delete from storage.resumable_uploads where id in (
    select id from (
      select id, row_number() over newest_first as place,
        sum(length) filter (where completed_at is null) over newest_first as total
      from storage.resumable_uploads where owner = uploader
      window newest_first as (order by created_at desc, id)
    ) upload
    where id <> created and (place > max_uploads or total > max_bytes)
  );
  return created;
end
$$;

grant execute on function
  private.create_resumable_upload(uuid, text, text, bigint, text, boolean, timestamptz, integer, bigint)
  to maarga_server;

-- Adds a part that is in the store, or returns false if the upload has ended or another request has continued it.
create function private.add_upload_part(resumable uuid, first bigint, part_bytes integer, part text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update storage.resumable_uploads set received = received + part_bytes, parts = parts + 1
  where id = resumable and received = first and completed_at is null;
  if not found then
    return false;
  end if;
  insert into storage.upload_parts (upload, first_byte, bytes, version)
  values (resumable, first, part_bytes, private.claim_upload(part));
  return true;
end
$$;

grant execute on function private.add_upload_part(uuid, bigint, integer, text) to maarga_server;

-- Part of the statement that inserts the row of a resumable upload, as claim_upload is of others: the row is inserted,
-- and the upload is complete, or neither. A definer, because the statement runs as the student.
create function private.complete_upload(upload_version text, resumable uuid, first bigint) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  update storage.resumable_uploads set received = length, completed_at = now()
  where id = resumable and received = first and completed_at is null;
  if not found then
    raise exception 'another request has continued this upload' using errcode = 'unique_violation';
  end if;
  delete from storage.upload_parts where upload = resumable;
  return private.claim_upload(upload_version);
end
$$;

grant execute on function private.complete_upload(text, uuid, bigint) to authenticated, service_role, maarga_server;

-- Called by a job. A complete upload is kept as long, so that a client whose last response was lost learns that its file
-- is stored.
create function private.delete_expired_uploads() returns void
language sql set search_path = ''
as $$
  delete from storage.resumable_uploads where expires_at < now();
$$;

grant execute on function private.delete_expired_uploads() to maarga_server;
