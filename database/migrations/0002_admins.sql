-- A row here is the only thing that makes an admin: no claim in a token, no column that a screen can write.
-- The operator's command line and the first start write it. Deleting the row revokes the rights at once.
create table private.admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  granted_at timestamptz not null default now(),
  granted_by text not null
);
alter table private.admins enable row level security;
