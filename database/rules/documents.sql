-- needs: identity user-plans

-- A document belongs to the student whose id names its folder. Whoever writes the row, the student for a trial
-- or the server when the bytes are safe, the same is asked: an active plan and fewer than five. The uploads of
-- one student take turns, so six that arrive at once find four, five, five. Every refusal has the words of the
-- policy, which is what the screen knows as "You can upload a maximum of 5 documents.". A definer, because the
-- server's own login may not read plans. A name of the wrong shape is left to the table's constraint.
create function private.check_document() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  folder constant text := split_part(new.name, '/', 1);
begin
  perform private.require_policy(coalesce(folder = auth.uid()::text, false), 'objects');
  if folder !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return new;
  end if;

  -- Held to the commit. A count without it would be of a moment that is gone when the row is written.
  perform pg_advisory_xact_lock(hashtext('documents'), hashtext(folder));
  if private.active_plan(folder::uuid) is null
    or (
      -- '0' is what follows '/': everything in the folder, as one range of the index.
      select count(*) from storage.objects
      where bucket_id = 'user-documents' and name > folder || '/' and name < folder || '0' and id <> new.id
    ) >= 5
  then
    raise exception 'new row violates row-level security policy for table "objects"'
      using errcode = 'insufficient_privilege';
  end if;

  -- Whatever was sent: the owner is who the folder says.
  new.owner := folder::uuid;
  new.owner_id := folder;
  return new;
end
$$;

create trigger check_document before insert or update of bucket_id, name on storage.objects
  for each row when (new.bucket_id = 'user-documents') execute function private.check_document();

-- A bucket's row is its limits and types, which an upload screen may know.
create policy "everybody sees the bucket of documents, admins see all" on storage.buckets
  for select to authenticated using (id = 'user-documents' or (select private.is_admin()));

-- Whoever asks for a folder should do it as a range of names: like is held back until this has passed each row.
create policy "students see their own folder, admins see all" on storage.objects
  for select to authenticated using (
    (bucket_id = 'user-documents' and split_part(name, '/', 1) = (select auth.uid())::text)
    or (select private.is_admin())
  );

-- The plan, the number and the shape of the name are not repeated here: the trigger and the constraint have the say
-- for every writer, and come to it before and after this.
create policy "students fill their own folder" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'user-documents' and split_part(name, '/', 1) = (select auth.uid())::text
  );

-- Also without a plan: whoever leaves may take the documents along.
create policy "students empty their own folder" on storage.objects
  for delete to authenticated using (
    bucket_id = 'user-documents' and split_part(name, '/', 1) = (select auth.uid())::text
  );

-- No policy lets anybody change or delete what is in there.
create policy "admins add to the logs" on storage.objects
  for insert to authenticated with check (bucket_id = 'logs' and (select private.is_admin()));

grant select on storage.buckets to authenticated;
grant select, delete on storage.objects to authenticated;
-- No update for anybody: a document is replaced by removing it and uploading another.
grant insert (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  on storage.objects to authenticated;

-- The storage service itself: the row of an upload is written when its bytes are safe, and taken away when they
-- are gone. check_document judges it as it judged the student.
create policy "the server reads the buckets" on storage.buckets
  for select to maarga_server using (true);
create policy "the server keeps the books of the files" on storage.objects
  for all to maarga_server using (true) with check (true);
grant select on storage.buckets to maarga_server;
grant select, insert, update, delete on storage.objects to maarga_server;

create policy "the secret key reads and writes buckets" on storage.buckets
  for all to service_role using (true) with check (true);
create policy "the secret key reads and writes files" on storage.objects
  for all to service_role using (true) with check (true);
grant select, insert, update, delete on storage.buckets, storage.objects to service_role;
