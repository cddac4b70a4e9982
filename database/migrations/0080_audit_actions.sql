-- The list of recorded actions is in database/rules/audit-actions.sql, so a new action needs no migration.
alter table public.audit_log drop constraint audit_log_has_known_actions;
