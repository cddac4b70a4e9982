-- Two-step sign-in with an authenticator app and recovery codes (docs/decisions/0026-two-step-sign-in.md).

create table auth.factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'recovery_code')),
  friendly_name text not null default '' check (length(friendly_name) <= 100),
  -- Unverified until the first code of the app has been entered. Only verified factors count.
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- The secret of an authenticator app, encrypted by the server.
  secret text,
  -- The time step (30 s) of the last accepted code. Codes of this step and earlier ones are refused.
  last_used_step bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((factor_type = 'totp') = (secret is not null))
);
alter table auth.factors enable row level security;
create index factors_of_a_user on auth.factors (user_id);
create unique index factors_have_different_names on auth.factors (user_id, friendly_name) where friendly_name <> '';
create unique index one_set_of_recovery_codes on auth.factors (user_id) where factor_type = 'recovery_code';

create table auth.factor_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.factors (id) on delete cascade,
  -- Only the session that requested the challenge may use it.
  session_id uuid not null references auth.sessions (id) on delete cascade,
  expires_at timestamptz not null default now() + interval '5 minutes'
);
alter table auth.factor_challenges enable row level security;
create index challenges_of_a_factor on auth.factor_challenges (factor_id);
create index challenges_of_a_session on auth.factor_challenges (session_id);

create table auth.recovery_codes (
  factor_id uuid not null references auth.factors (id) on delete cascade,
  -- A keyed hash: nobody can sign in with the content of this table.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);
alter table auth.recovery_codes enable row level security;

-- Whether admins need a second step; copied from ADMIN_TWO_STEP.
alter table private.settings add column admin_two_step_required boolean not null default false;

alter table public.audit_log drop constraint audit_log_has_known_actions;
alter table public.audit_log add constraint audit_log_has_known_actions check (action in (
  'plan assigned', 'plan deactivated', 'plan created', 'plan updated', 'plan deleted',
  'campaign created', 'campaign paused', 'campaign resumed', 'campaign stopped', 'campaign retried',
  'test mail sent', 'mail sent', 'mail failed', 'document viewed',
  'admin granted', 'admin revoked', 'second step removed', 'super-admin password changed', 'backup restored'
));
