-- The option list of a student: colleges and courses in order of preference. One list per student and merit list, because
-- ranks of two merit lists are never compared. The codes are those that the authority prints. They have no foreign key: a list is kept
-- as typed, whatever later editions of the published lists contain.
create table public.option_lists (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  exam text not null,
  -- The figures beside the options are computed for these.
  rank numeric,
  category text not null default 'GM',
  is_rural boolean not null default false,
  is_kannada_medium boolean not null default false,
  is_371j boolean not null default false,
  -- Rupees per year. Null: the family has set no limit.
  fee_limit integer,
  -- Grows by one with each change, so that an open page notices those of another tab or device.
  revision bigint not null default 0,
  changed_at timestamptz not null default now(),
  constraint option_lists_are_one_per_exam unique (user_id, exam),
  constraint option_lists_have_an_exam check (exam ~ '^[A-Z]{3,12}(-[A-Z]{2,40})?$'),
  -- The authority prints ranks with decimals.
  constraint option_lists_have_a_possible_rank check (rank > 0 and rank < 10000000 and scale(rank) <= 3),
  constraint option_lists_have_a_category check (category ~ '^[0-9A-Z]{1,4}$'),
  constraint option_lists_have_a_possible_limit check (fee_limit between 0 and 100000000)
);
alter table public.option_lists enable row level security;

create table public.option_entries (
  list_id uuid not null references public.option_lists (id) on delete cascade,
  -- Chosen by the browser, so that a repeated call adds nothing twice. Unique in its list only: the id of an option in
  -- somebody else's list reveals and blocks nothing.
  id uuid not null,
  -- The order. A moved option gets a number between those of its neighbours, so that a move writes one row.
  position numeric not null,
  college_code text not null,
  -- A code, or the name of a course for which the authority prints no code.
  course_code text not null,
  added_at timestamptz not null default now(),
  -- A removed option keeps its place: a move "behind it" that another device made offline still finds it, and it can
  -- be brought back with its comments.
  removed_at timestamptz,
  primary key (list_id, id),
  constraint option_entries_have_a_college check (college_code ~ '^[0-9A-Z]{1,8}$'),
  constraint option_entries_have_a_course check (course_code ~ '^[0-9A-Za-z][^\x01-\x1f<>]{0,199}$')
);
alter table public.option_entries enable row level security;
create index option_entries_in_order on public.option_entries (list_id, position);

-- A list as it was: saved with a name, kept by the database before the list is replaced, or proposed by a counsellor.
create table public.option_versions (
  list_id uuid not null references public.option_lists (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- In order: [{"id": …, "college": "E001", "course": "CS"}]
  entries jsonb not null,
  state text not null,
  made_at timestamptz not null default now(),
  -- Of a proposal: who made it, and what they say about it.
  made_by uuid references auth.users (id) on delete set null,
  made_by_name text,
  words text,
  primary key (list_id, id),
  constraint option_versions_have_a_name check (length(name) between 1 and 80),
  constraint option_versions_have_a_state check (state in ('saved', 'automatic', 'proposed', 'taken', 'left')),
  constraint option_versions_are_lists check (jsonb_typeof(entries) = 'array'),
  constraint option_versions_have_short_words check (length(words) between 1 and 1000)
);
alter table public.option_versions enable row level security;
create index option_versions_by_author on public.option_versions (made_by);

-- Comments of counsellors and the student on one option.
create table public.option_comments (
  list_id uuid not null,
  entry_id uuid not null,
  id uuid not null,
  author uuid references auth.users (id) on delete set null,
  -- As it was then. A student reads the name of a mentor here, and "Maarga" for an admin.
  author_name text not null,
  words text not null,
  written_at timestamptz not null default now(),
  primary key (list_id, id),
  foreign key (list_id, entry_id) references public.option_entries (list_id, id) on delete cascade,
  constraint option_comments_are_short check (length(words) between 1 and 500)
);
alter table public.option_comments enable row level security;
create index option_comments_by_entry on public.option_comments (list_id, entry_id);
create index option_comments_by_author on public.option_comments (author);

-- The result of a round for the student, as they entered it, with the list as it was then. Without a college, nothing was
-- allotted in that round.
create table public.option_allotments (
  list_id uuid not null references public.option_lists (id) on delete cascade,
  year smallint not null,
  round text not null,
  college_code text,
  course_code text,
  -- The category of the seat, if the student has put it in.
  category text,
  entries jsonb not null,
  put_at timestamptz not null default now(),
  primary key (list_id, year, round),
  constraint option_allotments_are_of_a_year check (year between 2020 and 2100),
  constraint option_allotments_are_of_a_round check (round ~ '^[0-9a-z]{1,12}$'),
  constraint option_allotments_are_whole check ((college_code is null) = (course_code is null)),
  constraint option_allotments_have_a_college check (college_code ~ '^[0-9A-Z]{1,8}$'),
  constraint option_allotments_have_a_course check (course_code ~ '^[0-9A-Za-z][^\x01-\x1f<>]{0,199}$'),
  constraint option_allotments_have_a_category check (category ~ '^[0-9A-Z]{1,8}$')
);
alter table public.option_allotments enable row level security;
