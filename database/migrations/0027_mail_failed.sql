-- A mail to one address is recorded before it is handed over. If the mail server refuses it, that is recorded too.
alter table public.audit_log drop constraint audit_log_has_known_actions;
alter table public.audit_log add constraint audit_log_has_known_actions check (action in (
  'plan assigned', 'plan deactivated', 'plan created', 'plan updated', 'plan deleted',
  'campaign created', 'campaign paused', 'campaign resumed', 'campaign stopped', 'campaign retried',
  'test mail sent', 'mail sent', 'mail failed', 'document viewed',
  'admin granted', 'admin revoked', 'super-admin password changed', 'backup restored'
));
