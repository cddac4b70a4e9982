-- An upload in flight has its place from its first byte on: among the uploads of its user, and among the documents of
-- its folder.
alter table storage.pending_files
  add column user_id uuid,
  -- The name of the object, for an upload into the bucket of documents.
  add column document text;

create index pending_files_of_a_user on storage.pending_files (user_id) where user_id is not null;
create index pending_documents on storage.pending_files (document) where document is not null;
