-- Campaigns that are sent later, not at night, or after a second admin has approved them
-- (docs/decisions/0101-campaigns-that-wait.md).

alter table public.campaigns add column send_at timestamptz;
alter table public.campaigns add constraint campaigns_are_sent_within_two_months
  check (send_at < created_at + interval '60 days');

-- Set when it is created: a later change of the setting does not release it.
alter table public.campaigns add column needs_approval boolean not null default false;
alter table public.campaigns add column approved_by uuid references auth.users (id) on delete set null;
alter table public.campaigns add column approved_at timestamptz;
alter table public.campaigns add constraint campaigns_are_approved_by_another_admin
  check (approved_by is null or (needs_approval and approved_by is distinct from created_by));
create index campaigns_by_approver on public.campaigns (approved_by);

-- Copied from MAIL_APPROVAL_ABOVE (0: off) and MAIL_QUIET_TIME, times in Asia/Kolkata; null: mails go out at any time.
alter table private.settings add column mail_approval_above integer not null default 0;
alter table private.settings add column mail_quiet_from time;
alter table private.settings add column mail_quiet_until time;
