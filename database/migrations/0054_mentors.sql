-- Mentors and their calendars (docs/decisions/0054-mentors.md). While there is none, all slots share one calendar.

-- A row without revoked_at makes its account a mentor. Rows are never deleted, because slots refer to them; so the
-- account of a mentor, also of a former one, cannot be deleted.
create table public.mentors (
  id uuid primary key references auth.users (id),
  -- The profile that students see.
  name text not null,
  languages text[] not null default '{}',
  exams text[] not null default '{}',
  levels text[] not null default '{}',
  about text not null default '',
  -- Whether the mentor takes new bookings. It changes no right.
  active boolean not null default true,
  granted_at timestamptz not null default now(),
  granted_by text not null,
  revoked_at timestamptz,

  constraint mentors_have_a_name check (
    btrim(name) <> '' and length(name) <= 80 and name !~ '[[:cntrl:]\u2028-\u202e\u2066-\u2069\ufeff<>]'
  ),
  constraint mentors_speak_known_languages check (languages <@ array[
    'English', 'Hindi', 'Kannada', 'Konkani', 'Malayalam', 'Marathi', 'Tamil', 'Telugu', 'Tulu', 'Urdu'
  ] and cardinality(languages) <= 10),
  constraint mentors_know_offered_exams check (exams <@ array['cet', 'neet'] and cardinality(exams) <= 2),
  constraint mentors_know_offered_levels check (levels <@ array['ug', 'pg'] and cardinality(levels) <= 2),
  constraint mentors_write_a_line check (length(about) <= 300 and about !~ '[[:cntrl:]\u2028-\u202e\u2066-\u2069\ufeff]')
);
alter table public.mentors enable row level security;

-- A table of its own, because only people with a call may see the link. Anyone else could join the call of another
-- student. Null means that the mentor calls the student.
create table public.mentor_links (
  mentor_id uuid primary key references public.mentors (id),
  video_url text,
  constraint mentor_links_are_https check (video_url ~ '^https://[^\s<>"''\\]+$' and length(video_url) <= 500)
);
alter table public.mentor_links enable row level security;

-- The weekly hours in local time. A mentor without hours gets no bookings.
create table public.mentor_hours (
  mentor_id uuid not null references public.mentors (id),
  weekday smallint not null check (weekday between 1 and 7), -- ISO: 1 is Monday
  starts_at time not null,
  ends_at time not null,
  primary key (mentor_id, weekday, starts_at),
  constraint mentor_hours_are_working_hours check (starts_at >= '10:00' and starts_at < ends_at and ends_at <= '22:00')
);
alter table public.mentor_hours enable row level security;

-- Days off and blocked times.
create table public.mentor_absences (
  id uuid primary key default gen_random_uuid(),
  mentor_id uuid not null references public.mentors (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text not null default '',
  constraint mentor_absences_end_after_they_start check (ends_at > starts_at),
  constraint mentor_absences_are_limited check (ends_at <= starts_at + interval '92 days' and length(note) <= 200)
);
alter table public.mentor_absences enable row level security;
create index absences_of_a_mentor on public.mentor_absences (mentor_id, starts_at);

alter table public.slots
  -- Null while there is no mentor: the first calendar, which the first mentor gets.
  add column mentor_id uuid references public.mentors (id),
  -- The mentor that a request asks for; the rules read it and store null. The language counts for later moves too.
  add column wanted_mentor uuid,
  add column wanted_language text check (length(wanted_language) <= 20);
create index slots_of_a_mentor on public.slots (mentor_id, start_time);

-- Concurrent requests may both pass any other check, but never this one. Slots without a mentor share one calendar.
alter table public.slots
  drop constraint slots_do_not_overlap,
  add constraint slots_do_not_overlap exclude using gist (
    (coalesce(mentor_id, '00000000-0000-0000-0000-000000000000')) with =,
    tstzrange(start_time, end_time) with &&
  );

alter table public.audit_log drop constraint audit_log_has_known_actions;
alter table public.audit_log add constraint audit_log_has_known_actions check (action in (
  'plan assigned', 'plan deactivated', 'plan created', 'plan updated', 'plan deleted',
  'campaign created', 'campaign paused', 'campaign resumed', 'campaign stopped', 'campaign retried',
  'test mail sent', 'mail sent', 'mail failed', 'document viewed',
  'admin granted', 'admin revoked', 'second step removed', 'super-admin password changed', 'backup restored',
  'mentor granted', 'mentor revoked', 'booking moved', 'booking cancelled'
));
