-- An admin is a row here and nothing else: no claim in a token and no column that a screen could write.
-- The operator's command line and the first start write it; taking the row away ends the rights at once.
create table private.admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  granted_at timestamptz not null default now(),
  granted_by text not null
);
alter table private.admins enable row level security;
