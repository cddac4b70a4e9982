-- Uploads that continue after a cut (docs/decisions/0042-resumable-uploads.md).
--
-- Neither table refers to others: a backup leaves out both, so that a restore has to empty the tables that it fills.
create table storage.resumable_uploads (
  id uuid primary key default gen_random_uuid(),
  -- Null for a program with the secret key.
  owner uuid,
  bucket_id text not null,
  name text collate "C" not null,
  length bigint not null check (length > 0),
  received bigint not null default 0,
  parts integer not null default 0,
  -- The header Upload-Metadata as it was sent.
  metadata text not null check (length(metadata) <= 16384),
  overwrite boolean not null,
  -- Not now(), which is the same for uploads that waited for each other.
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  completed_at timestamptz,

  -- A client takes an offset equal to the length to mean that its file is stored.
  constraint only_complete_uploads_have_all_bytes check (
    received >= 0 and case when completed_at is null then received < length else received = length end
  )
);
alter table storage.resumable_uploads enable row level security;
create index resumable_uploads_of_an_owner on storage.resumable_uploads (owner, created_at);
create index resumable_uploads_by_expiry on storage.resumable_uploads (expires_at);

-- Each part is a file in the store. Its row is inserted when its bytes are durable.
create table storage.upload_parts (
  upload uuid not null references storage.resumable_uploads on delete cascade,
  first_byte bigint not null,
  bytes integer not null check (bytes > 0),
  version text not null unique,
  primary key (upload, first_byte)
);
alter table storage.upload_parts enable row level security;
