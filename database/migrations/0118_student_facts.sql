-- The admins' list of everybody (docs/decisions/0096-list-of-everybody.md): a narrow row for each account with all that the
-- list filters by, so that any filter reads one small table. Triggers keep it current (database/rules/student-facts.sql).
create table private.student_facts (
  id uuid primary key references auth.users (id) on delete cascade,
  joined_at timestamptz not null,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  has_profile boolean not null default false,
  is_email_off boolean not null default false,
  language text not null default 'en',
  -- The latest plan. It counts only while plan_ends_at lies ahead.
  plan_level text,
  plan_exam text,
  plan_name text,
  plan_is_active boolean not null default false,
  plan_ends_at timestamptz,
  has_paid boolean not null default false,
  -- A proof of a payment waits for the desk.
  has_claim boolean not null default false,
  -- The end of an open order without a proof.
  order_until timestamptz,
  has_booked boolean not null default false,
  last_document_at timestamptz,
  -- Copied from the sessions by a job, up to a minute late: a use of a session waits for no lock. '-infinity': never.
  last_seen_at timestamptz not null default '-infinity'
) with (fillfactor = 80);
alter table private.student_facts enable row level security;

insert into private.student_facts
select users.id, users.created_at, users.email,
  coalesce(first_name, ''), coalesce(last_name, ''), profiles.id is not null,
  notify_email is not distinct from false, coalesce(language, 'en'),
  plan.plan_level, plan.plan_exam, plan.plan_name, coalesce(plan.active, false), plan.expires_at,
  coalesce(has_paid, false), coalesce(has_claim, false), order_until,
  exists (select from public.slots where user_id = users.id),
  document.last_at,
  greatest(last_sign_in_at, (select max(last_used_at) from auth.sessions where user_id = users.id), '-infinity')
from auth.users
left join public.profiles on profiles.id = users.id
left join lateral (
  select * from public.user_plans where user_id = users.id order by assigned_at desc limit 1
) as plan on true
left join (
  select user_id,
    bool_or(state in ('confirmed', 'paid over', 'paid short')) as has_paid,
    bool_or(state = 'proof sent') as has_claim,
    max(valid_until) filter (where state in ('made', 'rejected')) as order_until
  from public.orders group by 1
) as orders on orders.user_id = users.id
left join (
  select split_part(name, '/', 1) as folder, max(created_at) as last_at
  from storage.objects where bucket_id = 'user-documents' group by 1
) as document on folder = users.id::text;

-- The sort orders. The id makes them total, so that no row appears on two pages.
create index student_facts_by_age on private.student_facts (joined_at, id);
create index student_facts_by_name on private.student_facts (first_name, last_name, id);
create index student_facts_by_email on private.student_facts (email, id);
create index student_facts_by_last_seen on private.student_facts (last_seen_at, id);
create index student_facts_by_plan_end on private.student_facts (plan_ends_at, id);
create index student_facts_by_late_plan_end on private.student_facts (plan_ends_at desc nulls last, id desc);
-- Filters that find few of many.
create index student_facts_by_document on private.student_facts (last_document_at) where last_document_at is not null;
create index student_facts_with_a_claim on private.student_facts (id) where has_claim;
create index student_facts_without_a_profile on private.student_facts (joined_at, id) where not has_profile;
analyze private.student_facts;

-- The moment when an admin last looked at a student's documents, for "new since I last looked". Nobody else sees it.
create table private.document_views (
  admin_id uuid not null references auth.users (id) on delete cascade,
  student_id uuid not null references auth.users (id) on delete cascade,
  viewed_at timestamptz not null default now(),
  primary key (admin_id, student_id)
);
alter table private.document_views enable row level security;
create index document_views_of_a_student on private.document_views (student_id);

-- Marks that admins make and put on students, such as "call back".
create table public.student_marks (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name = btrim(name) and length(name) between 1 and 40 and name !~ '[[:cntrl:]]'),
  made_at timestamptz not null default now(),
  -- Without a foreign key, so that it stays when the account is deleted.
  made_by_email text not null
);
alter table public.student_marks enable row level security;
create unique index student_marks_are_named_once on public.student_marks (lower(name));

create table public.marked_students (
  mark_id uuid not null references public.student_marks (id) on delete cascade,
  student_id uuid not null references auth.users (id) on delete cascade,
  put_at timestamptz not null default now(),
  put_by_email text not null,
  primary key (mark_id, student_id)
);
alter table public.marked_students enable row level security;
create index marks_of_a_student on public.marked_students (student_id);

-- Filters that admins have saved for all admins. The filter is read by private.read_student_filter whenever it is used.
create table public.student_filters (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name = btrim(name) and length(name) between 1 and 60 and name !~ '[[:cntrl:]]'),
  filter jsonb not null check (jsonb_typeof(filter) = 'object' and octet_length(filter::text) <= 2000),
  columns text[] not null,
  sort text not null,
  made_at timestamptz not null default now(),
  made_by_email text not null
);
alter table public.student_filters enable row level security;
create unique index student_filters_are_named_once on public.student_filters (lower(name));

-- A filter after it was read (private.read_student_filter): null is no condition.
create type private.student_filter as (
  words text[],
  level text,
  exam text,
  name text,
  status text,
  payment text,
  ends_before timestamptz,
  has_booked boolean,
  documents text,
  joined_from timestamptz,
  joined_before timestamptz,
  seen_since timestamptz,
  seen_before timestamptz,
  is_email_off boolean,
  language text,
  mark uuid,
  account text
);
