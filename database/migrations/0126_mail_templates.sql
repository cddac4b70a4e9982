-- Texts that admins save for their mails, beside those that the app has (web/features/admin/send-email/templates.ts).
create table public.mail_templates (
  id uuid primary key default gen_random_uuid(),
  label text not null check (length(label) between 1 and 80),
  subject text not null check (length(subject) between 1 and 500),
  body text not null check (length(body) between 1 and 100000),
  saved_at timestamptz not null default now(),
  -- Without a foreign key, so that it stays when the account of the author is deleted.
  saved_by_email text not null
);
alter table public.mail_templates enable row level security;
-- Saving under a label that exists replaces that text.
create unique index mail_templates_have_different_labels on public.mail_templates (lower(label));
