create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table storage.buckets enable row level security;

insert into storage.buckets (id, name, file_size_limit, allowed_mime_types) values
  ('user-documents', 'user-documents', 10 * 1024 * 1024, array[
    'application/pdf',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'image/jpeg',
    'image/png',
    'image/webp'
  ]),
  ('logs', 'logs', null, null);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  -- "C": a folder is one range of the index, whatever the locale of the database.
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  version text,
  metadata jsonb,
  user_metadata jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),

  constraint objects_are_never_overwritten unique (bucket_id, name),
  -- Any script, but no control characters, line or paragraph separators, bidi overrides or isolates, byte order
  -- marks, backslashes, empty path segments, "." or "..". Joiners are allowed: Kannada and Hindi need them.
  constraint objects_have_safe_names check (
    octet_length(name) <= 512
    and name !~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\\]'
    and name !~ '(^|/)\.{0,2}(/|$)'
  ),
  -- <user id>/<milliseconds>_<original name>. File systems limit a name to 255 bytes.
  constraint objects_of_students_are_named_by_time check (
    bucket_id <> 'user-documents'
    or (
      name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9]{13}_[^/]+$'
      and octet_length(split_part(name, '/', 2)) <= 255
      and btrim(substr(split_part(name, '/', 2), 15)) not in ('', '.', '..')
    )
  )
);
alter table storage.objects enable row level security;
