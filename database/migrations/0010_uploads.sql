-- The books of the files that no row of storage.objects vouches for: uploads under way, and files that are to go.
-- A file exists in the store only if its version stands in exactly one of the two tables, whatever breaks off where:
-- the line here is committed before the first byte is written, and leaves in the transaction that writes the row;
-- it comes back in the transaction that deletes the row, and leaves for good when the file is gone.
create table storage.loose_files (
  version text primary key,
  -- The server that is receiving the file, by the number of its lock; null once the file is to go.
  server integer,
  since timestamptz not null default now()
);
alter table storage.loose_files enable row level security;
