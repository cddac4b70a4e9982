-- The additional password for sending mail, shared by all admins and stored as an argon2id hash.
create table private.super_admin_password (
  only_row boolean primary key default true check (only_row),
  password_hash text not null,
  changed_at timestamptz not null default now()
);
alter table private.super_admin_password enable row level security;
