-- Files without a row in storage.objects: uploads in progress, and files to be removed. Whenever a process stops, the
-- version of each stored file is in exactly one of the two tables. A row is committed here before the first byte is
-- written, and deleted in the transaction that inserts the object. It is inserted again in the transaction that deletes
-- the object, and deleted after the file has been removed. The table is called storage.pending_files since 0028.
create table storage.loose_files (
  version text primary key,
  -- The server that receives the file, identified by its advisory lock; null once the file is to be removed.
  server integer,
  since timestamptz not null default now()
);
alter table storage.loose_files enable row level security;
