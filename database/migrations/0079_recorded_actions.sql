-- Marks of calls, and what others than a mentor do with the mentor's time, are in the audit log too.
alter table public.audit_log drop constraint audit_log_has_known_actions;
alter table public.audit_log add constraint audit_log_has_known_actions check (action in (
  'plan assigned', 'plan deactivated', 'plan created', 'plan updated', 'plan deleted',
  'campaign created', 'campaign paused', 'campaign resumed', 'campaign stopped', 'campaign retried',
  'test mail sent', 'mail sent', 'mail failed', 'document viewed',
  'admin granted', 'admin revoked', 'second step removed', 'super-admin password changed', 'backup restored',
  'mentor granted', 'mentor revoked', 'booking moved', 'booking cancelled',
  'deadline set', 'deadline removed',
  'call marked', 'call mark removed',
  'mentor hours set', 'mentor paused', 'mentor resumed', 'mentor time blocked', 'mentor time freed'
));
