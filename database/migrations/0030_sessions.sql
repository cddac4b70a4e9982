-- Sessions that end: limits on their age, a record of their use, and the signs of a copied refresh token
-- (docs/decisions/0022-refresh-token-reuse.md).

alter table auth.sessions
  -- The strength of the sign-in: aal2 after a second step.
  add column aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- The methods used so far, as in the access token: [{"method": "password", "timestamp": 1770000000}]. Null means the
  -- column `method` alone.
  add column amr jsonb check (jsonb_typeof(amr) = 'array'),
  -- Written at most every five minutes (database/rules/sessions.sql).
  add column last_used_at timestamptz not null default now(),
  -- The newest rotation that its client has certainly received, because it used a token of it.
  add column acknowledged_rotation integer not null default 0,
  -- The newest rotation at which a refresh token was used for a second time.
  add column reused_rotation integer,
  -- A short name such as "Chrome on Android".
  add column device text check (length(device) <= 80);

update auth.sessions set last_used_at = refreshed_at;
create index sessions_by_last_use on auth.sessions (last_used_at);

-- Settings that rules in the database need. The server writes them at every start (server/postgres/settings.ts).
create table private.settings (
  only_row boolean primary key default true check (only_row),
  session_idle interval not null default '30 days',
  session_max interval not null default '180 days',
  admin_session_idle interval not null default '12 hours',
  admin_session_max interval not null default '7 days'
);
alter table private.settings enable row level security;
insert into private.settings default values;

-- The devices and networks from which an account has signed in. The fingerprint is a keyed hash of both.
create table auth.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  fingerprint bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, fingerprint)
);
alter table auth.known_devices enable row level security;
create index known_devices_by_last_use on auth.known_devices (last_used_at);
