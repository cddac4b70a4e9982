-- needs: identity documents orders
-- Proofs of payments, in a bucket of their own. Students may read theirs but not delete them, because they are
-- evidence.

-- Runs for the trial row and for the row of the stored file, as check_document does. A definer, because callers may not
-- count the files of others.
create function private.check_payment_proof() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  folder constant text := split_part(new.name, '/', 1);
  files integer;
  bytes bigint;
begin
  perform private.require_policy(coalesce(folder = auth.uid()::text, false) or private.has_right('take payments'), 'objects');
  if folder !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return new; -- the constraint refuses it
  end if;
  new.owner := folder::uuid;
  new.owner_id := folder;
  if private.is_desk() and folder is distinct from auth.uid()::text then
    return new;
  end if;

  -- Held until the commit. Without it, the count could be outdated when the row is inserted.
  perform pg_advisory_xact_lock(hashtext('payment proofs'), hashtext(folder));
  if not exists (
    select from public.orders
    where user_id = folder::uuid and state in ('made', 'proof sent', 'rejected')
      and (state = 'proof sent' or valid_until > now())
  ) then
    perform private.refuse('You have no open order, so there is nothing to prove yet.');
  end if;
  select count(*), coalesce(sum((metadata ->> 'size')::bigint), 0) into files, bytes from storage.objects
  where bucket_id = 'payment-proofs' and name > folder || '/' and name < folder || '0' and id <> new.id;
  if files >= 20 then
    perform private.refuse('You have sent 20 files already. Please write to us.');
  elsif bytes >= 15 * 1024 * 1024 then
    -- Anybody with an account may send proofs, and they are never deleted: many accounts must not fill the disk.
    perform private.refuse('Your files are too large together. Please write to us.');
  end if;
  return new;
end
$$;

create trigger check_payment_proof before insert or update of bucket_id, name on storage.objects
  for each row when (new.bucket_id = 'payment-proofs') execute function private.check_payment_proof();

create policy "signed-in users see the bucket of payment proofs" on storage.buckets
  for select to authenticated using (id = 'payment-proofs');
-- Admins see scanned files by the policy in documents.sql, which covers all buckets.
create policy "students see their own payment proofs" on storage.objects
  for select to authenticated using (
    bucket_id = 'payment-proofs' and split_part(name, '/', 1) = (select auth.uid())::text
  );
create policy "students and admins add payment proofs" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'payment-proofs'
    and (split_part(name, '/', 1) = (select auth.uid())::text or (select private.has_right('take payments')))
  );

-- Returns the hash of a student's stored proof, which shows whether the same file was used before.
create function private.require_proof_hash(student uuid, proof text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  hash text;
begin
  if proof is null then
    return null;
  end if;
  select metadata ->> 'sha256' into hash from storage.objects
  where bucket_id = 'payment-proofs' and name = proof and split_part(name, '/', 1) = student::text and version is not null;
  if hash is null then
    perform private.refuse('This file was not found. Please choose it again.');
  end if;
  return hash;
end
$$;
