-- Actions of admins. Rows are only inserted (rules/audit-log.sql). They have no foreign keys and keep the names of that
-- day, because they outlive the accounts, plans and campaigns they refer to.
create table public.audit_log (
  -- Also the sort order of the list.
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- Null if the actor has no account, such as the operator. actor_email then names the actor.
  actor uuid,
  actor_email text not null,
  action text not null,
  subject_id uuid,
  subject text,
  details jsonb not null,
  address text,

  constraint audit_log_has_known_actions check (action in (
    'plan assigned', 'plan deactivated', 'plan created', 'plan updated', 'plan deleted',
    'campaign created', 'campaign paused', 'campaign resumed', 'campaign stopped', 'campaign retried',
    'test mail sent', 'mail sent', 'document viewed',
    'admin granted', 'admin revoked', 'super-admin password changed', 'backup restored'
  ))
);
alter table public.audit_log enable row level security;

create index audit_log_by_action on public.audit_log (action, id);

-- list_audit_log searches exactly this expression. The line breaks prevent a match that spans two columns.
create index audit_log_by_search on public.audit_log using gin (
  (actor_email || E'\n' || action || E'\n' || coalesce(subject, '') || E'\n' || coalesce(subject_id::text, '') || E'\n' || details::text || E'\n' || coalesce(address, ''))
  extensions.gin_trgm_ops
);
