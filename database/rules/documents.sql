-- needs: identity user-plans slots

-- A document belongs to the student whose id is the name of its folder. The student inserts the row as a trial, the
-- server once the bytes are stored; both need an active plan and fewer than five documents. Uploads of one student run
-- one after the other, so that concurrent ones cannot pass the limit. Every refusal has the message of the policy, for
-- which the screen shows "You can upload a maximum of 5 documents.". A definer, because the server's own login may not
-- read plans. The table's constraint refuses malformed names.
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

  -- Held until the commit. Without it, the count could be outdated when the row is inserted.
  perform pg_advisory_xact_lock(hashtext('documents'), hashtext(folder));
  if private.active_plan(folder::uuid) is null
    or (
      -- '0' is the character after '/', so this range of the index is the whole folder.
      select count(*) from storage.objects
      where bucket_id = 'user-documents' and name > folder || '/' and name < folder || '0' and id <> new.id
    ) >= 5
  then
    raise exception 'new row violates row-level security policy for table "objects"'
      using errcode = 'insufficient_privilege';
  end if;

  -- The folder determines the owner, whatever was sent.
  new.owner := folder::uuid;
  new.owner_id := folder;
  return new;
end
$$;

create trigger check_document before insert or update of bucket_id, name on storage.objects
  for each row when (new.bucket_id = 'user-documents') execute function private.check_document();

-- A bucket's row has its limits and types, which an upload screen may read.
create policy "signed-in users see the bucket of documents, admins see all" on storage.buckets
  for select to authenticated using (id = 'user-documents' or (select private.is_admin()));

-- Query a folder as a range of names: like cannot use the index here, because it runs after the policy.
-- Admins and mentors see a file when its malware scan has found nothing: see migration 0035. A mentor sees the documents
-- of the students who have a call with them, until 30 days after the last one.
create policy "students see their own folder, admins and mentors what was scanned" on storage.objects
  for select to authenticated using (
    (bucket_id = 'user-documents' and split_part(name, '/', 1) = (select auth.uid())::text)
    or (scan_state is null and (select private.is_admin()))
    or (scan_state is null and bucket_id = 'payment-proofs' and (select private.has_right('take payments')))
    or (
      scan_state is null and bucket_id = 'user-documents' and (select private.is_mentor())
      and split_part(name, '/', 1) in (
        select user_id::text from public.slots
        where mentor_id = (select auth.uid()) and start_time > now() - interval '30 days'
      )
    )
  );

-- An admin must know that a student has sent more than the list shows. A definer, because the policy above hides these
-- documents from admins; only their number is returned.
create function public.count_waiting_documents(student uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select count(*)::integer from storage.objects
    where bucket_id = 'user-documents' and name > student::text || '/' and name < student::text || '0'
      and scan_state = 'waiting'
  );
end
$$;
comment on function public.count_waiting_documents is 'For admins only.';

grant execute on function public.count_waiting_documents(uuid) to authenticated, service_role;

-- The plan, the number of documents and the form of the name are not checked here: the trigger and the constraint check
-- them for every writer.
create policy "students upload to their own folder" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'user-documents' and split_part(name, '/', 1) = (select auth.uid())::text
  );

-- No plan is needed: students who leave may delete their documents.
create policy "students delete from their own folder" on storage.objects
  for delete to authenticated using (
    bucket_id = 'user-documents' and split_part(name, '/', 1) = (select auth.uid())::text
  );

-- No policy allows changing or deleting logs.
create policy "admins add to the logs" on storage.objects
  for insert to authenticated with check (bucket_id = 'logs' and (select private.is_admin()));

grant select on storage.buckets to authenticated;
grant select, delete on storage.objects to authenticated;
-- No update: a document is replaced by deleting it and uploading another.
grant insert (bucket_id, name, owner, owner_id, version, metadata, user_metadata, scan_state)
  on storage.objects to authenticated;

-- The storage service inserts the row of an upload when its bytes are stored, and deletes it with them. check_document
-- applies the same rules to it as to the student.
create policy "the server reads the buckets" on storage.buckets
  for select to maarga_server using (true);
create policy "the server reads and writes objects" on storage.objects
  for all to maarga_server using (true) with check (true);
grant select on storage.buckets to maarga_server;
grant select, insert, update, delete on storage.objects to maarga_server;

create policy "the secret key reads and writes buckets" on storage.buckets
  for all to service_role using (true) with check (true);
create policy "the secret key reads and writes objects" on storage.objects
  for all to service_role using (true) with check (true);
grant select, insert, update, delete on storage.buckets, storage.objects to service_role;
