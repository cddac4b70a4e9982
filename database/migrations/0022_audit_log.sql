-- What admins did. Rows are only ever added (rules/audit-log.sql), and point at nothing: they outlive the accounts,
-- plans and campaigns that they tell of, and so keep the words of that day.
create table public.audit_log (
  -- Also the order of the list.
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- null: no account did it. actor_email then says who did.
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

-- list_audit_log searches this very expression. The line breaks keep a search from running from one into the next.
create index audit_log_by_search on public.audit_log using gin (
  (actor_email || E'\n' || action || E'\n' || coalesce(subject, '') || E'\n' || coalesce(subject_id::text, '') || E'\n' || details::text || E'\n' || coalesce(address, ''))
  extensions.gin_trgm_ops
);
