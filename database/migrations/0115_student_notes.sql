-- Notes about a student, for colleagues. They are never changed: a wrong one is removed, and another is written.
create table public.student_notes (
  id uuid primary key default gen_random_uuid(),
  student_id uuid not null references auth.users (id) on delete cascade,
  note text not null check (length(note) between 1 and 2000),
  -- Otherwise only admins see it.
  is_for_mentors boolean not null,
  written_at timestamptz not null default now(),
  -- Without a foreign key, so that it stays when the account of the author is deleted.
  author uuid,
  author_email text not null
);
alter table public.student_notes enable row level security;
create index notes_of_a_student on public.student_notes (student_id, written_at desc, id);
create index student_notes_by_text on public.student_notes using gin (lower(note) extensions.gin_trgm_ops);

-- A student's page shows what was done with their account.
create index audit_log_of_a_subject on public.audit_log (subject_id, id) where subject_id is not null;
