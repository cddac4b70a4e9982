-- The actions that the audit log knows, by topic; domain/audit-actions.ts has the same. A name that is misspelled fails
-- the action that it records, instead of hiding from the log's filter.
create function private.audit_actions() returns text[]
language sql immutable set search_path = ''
return array[
  'plan assigned', 'plan deactivated', 'plan created', 'plan updated', 'plan deleted',
  'mail template saved', 'mail template removed',
  'campaign created', 'campaign approved', 'campaign paused', 'campaign resumed', 'campaign stopped', 'campaign retried',
  'test mail sent', 'mail sent', 'mail failed',
  'document viewed',
  'colleague invited', 'invitation withdrawn', 'colleague granted', 'colleague revoked',
  'admin granted', 'admin revoked', 'second step removed', 'super-admin password changed', 'backup made', 'backup restored',
  'mentor granted', 'mentor revoked',
  'mentor hours set', 'mentor paused', 'mentor resumed', 'mentor time blocked', 'mentor time freed',
  'booking made', 'booking moved', 'booking cancelled',
  'deadline set', 'deadline removed',
  'call marked', 'call mark removed',
  'order made', 'order cancelled', 'payment put', 'payment moved', 'payment proof viewed',
  'payment confirmed', 'payment taken short', 'payment taken over', 'payment rejected', 'payment refunded', 'confirmation undone',
  'payment mail sent again',
  'statement added', 'statement line explained',
  'option list opened', 'options proposed',
  'student corrected', 'account mail requested', 'student signed out', 'student exported', 'student note removed',
  'students exported', 'student filter saved', 'student filter removed', 'student mark made', 'student mark removed',
  'list published', 'list discarded'
];

create function private.check_audit_action() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.action <> all (private.audit_actions()) then
    raise exception 'The audit log has no action "%": add it to database/rules/audit-actions.sql.', new.action;
  end if;
  return new;
end
$$;

create trigger check_audit_action before insert on public.audit_log
  for each row execute function private.check_audit_action();
