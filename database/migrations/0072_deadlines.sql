-- The deadlines that admins set for students: those who have one soon come first on waiting lists.
create table private.deadlines (
  user_id uuid primary key references auth.users (id) on delete cascade,
  deadline timestamptz not null
);
alter table private.deadlines enable row level security;

alter table public.audit_log drop constraint audit_log_has_known_actions;
alter table public.audit_log add constraint audit_log_has_known_actions check (action in (
  'plan assigned', 'plan deactivated', 'plan created', 'plan updated', 'plan deleted',
  'campaign created', 'campaign paused', 'campaign resumed', 'campaign stopped', 'campaign retried',
  'test mail sent', 'mail sent', 'mail failed', 'document viewed',
  'admin granted', 'admin revoked', 'second step removed', 'super-admin password changed', 'backup restored',
  'mentor granted', 'mentor revoked', 'booking moved', 'booking cancelled',
  'deadline set', 'deadline removed'
));
