-- The closing ranks that the authorities published (docs/decisions/0085-cutoff-data.md). Only functions write these
-- tables. Identifiers are narrow, so that a search reads few pages; they differ between installations.

-- A merit list is one ranking. Ranks of two merit lists are never compared.
create table public.merit_lists (
  id smallint primary key,
  code text not null unique,
  exam text not null check (exam in ('UGCET', 'UGNEET', 'COMEDK')),
  -- The authority whose college codes the lists print: COMEDK's E001 is another college than KEA's.
  code_space text not null check (code_space in ('KEA', 'COMEDK')),
  name text not null,
  -- KEA publishes one list for Kalyana Karnataka, Article 371(J), and one for everybody else.
  has_regions boolean not null
);
alter table public.merit_lists enable row level security;
insert into public.merit_lists (id, code, exam, code_space, name, has_regions) values
  (1, 'UGCET', 'UGCET', 'KEA', 'UGCET engineering', true),
  (2, 'UGCET-ARCH', 'UGCET', 'KEA', 'UGCET architecture', true),
  (3, 'UGCET-AGRIBSCTHEORY', 'UGCET', 'KEA', 'UGCET farm science', true),
  (4, 'UGCET-AGRICULTUREPRACT', 'UGCET', 'KEA', 'UGCET farm science, agriculturists', true),
  (5, 'UGCET-AGRICULTURALENGINEERING', 'UGCET', 'KEA', 'UGCET agricultural engineering', true),
  (6, 'UGCET-AGRICULTURALENGINEERINGPRACT', 'UGCET', 'KEA', 'UGCET agricultural engineering, agriculturists', true),
  (7, 'UGCET-FOODSCITHEORY', 'UGCET', 'KEA', 'UGCET food science', true),
  (8, 'UGCET-FOODSCIPRACT', 'UGCET', 'KEA', 'UGCET food science, agriculturists', true),
  (9, 'UGCET-VETERSCITHEORY', 'UGCET', 'KEA', 'UGCET veterinary science', true),
  (10, 'UGCET-VETERSCIPRACT', 'UGCET', 'KEA', 'UGCET veterinary science, agriculturists', true),
  (11, 'UGCET-BPHARMA', 'UGCET', 'KEA', 'UGCET B.Pharm', true),
  (12, 'UGCET-PHARMD', 'UGCET', 'KEA', 'UGCET Pharm.D', true),
  (13, 'UGCET-BSCNURSING', 'UGCET', 'KEA', 'UGCET nursing', true),
  (14, 'UGCET-BPT', 'UGCET', 'KEA', 'UGCET physiotherapy', true),
  (15, 'UGCET-BPO', 'UGCET', 'KEA', 'UGCET prosthetics and orthotics', true),
  (16, 'UGCET-BSCAHS', 'UGCET', 'KEA', 'UGCET allied health sciences', true),
  (17, 'UGCET-MEDICALRECORDTECHNOLOGY', 'UGCET', 'KEA', 'UGCET medical record technology', true),
  (18, 'UGCET-NATUROPATHYYOGA', 'UGCET', 'KEA', 'UGCET naturopathy and yoga', true),
  (19, 'UGNEET', 'UGNEET', 'KEA', 'UGNEET medical and dental', false),
  (20, 'COMEDK', 'COMEDK', 'COMEDK', 'COMEDK engineering', false);

create table public.colleges (
  id smallint primary key generated always as identity,
  code_space text not null check (code_space in ('KEA', 'COMEDK')),
  code text not null check (code ~ '^[A-Z][0-9]{3}$'),
  name text not null check (length(name) between 1 and 300),
  slug text not null unique generated always as (case code_space when 'KEA' then '' else 'comedk-' end || lower(code)) stored,
  place text,
  district text,
  -- Whether a second source says the same.
  is_district_confirmed boolean not null default false,
  kind text,
  is_kind_confirmed boolean not null default false,
  cet_share_percent smallint,
  is_autonomous boolean not null default false,
  note text,
  unique (code_space, code)
);
alter table public.colleges enable row level security;

create table public.courses (
  id smallint primary key generated always as identity,
  merit_list_id smallint not null references public.merit_lists (id),
  -- Null if none was printed and none could be matched: KEA prints none since 2025.
  code text check (length(code) between 1 and 20),
  name text not null check (length(name) between 1 and 200),
  key text not null generated always as (coalesce(code, name)) stored,
  unique (merit_list_id, key)
);
alter table public.courses enable row level security;

-- The names under which lists print a course, as capital letters and digits alone. Two courses may share a name.
create table private.course_names (
  merit_list_id smallint not null references public.merit_lists (id),
  name text not null check (name ~ '^[A-Z0-9]+$'),
  course_id smallint not null references public.courses (id) on delete cascade,
  primary key (merit_list_id, name, course_id)
);
alter table private.course_names enable row level security;
create index course_names_of_a_course on private.course_names (course_id);

-- A seat: a course of a college.
create table public.college_courses (
  id integer primary key generated always as identity,
  merit_list_id smallint not null references public.merit_lists (id),
  college_id smallint not null references public.colleges (id),
  course_id smallint not null references public.courses (id),
  -- Whether a published list has it. Seats of a preview alone are seen by nobody but admins.
  is_published boolean not null default false,
  unique (college_id, course_id)
);
alter table public.college_courses enable row level security;
create index college_courses_of_a_course on public.college_courses (course_id);
create index college_courses_of_a_merit_list on public.college_courses (merit_list_id, college_id);

create table public.cutoff_categories (
  id smallint primary key generated always as identity,
  code text not null unique check (code ~ '^[A-Z0-9]{1,6}$'),
  base text,
  pool text check (pool in ('general', 'Kannada medium', 'rural')),
  is_371j boolean not null,
  -- Null where no source explains the code.
  meaning text,
  status text
);
alter table public.cutoff_categories enable row level security;

-- The sources of the figures.
create table public.cutoff_sources (
  id smallint primary key generated always as identity,
  code text not null unique,
  words text not null
);
alter table public.cutoff_sources enable row level security;
insert into public.cutoff_sources (code, words) values
  ('kea-pdf', 'read from KEA''s PDF'),
  ('mrcat', 'one transcription of KEA''s list; no second copy'),
  ('mrcat-hk', 'one transcription of KEA''s 371(J) list; no second copy'),
  ('kea-allotment-list', 'the worst rank in KEA''s allotment list'),
  ('aizanzafar', 'one transcription of KEA''s cut-off list'),
  ('comedk-pdf', 'read from COMEDK''s PDF'),
  ('2-transcriptions', 'two transcriptions that agree; the PDF was not seen'),
  ('1-transcription', 'one transcription; no second copy'),
  ('imported', 'read from the file that an admin added');

create table public.cutoff_rounds (
  id smallint primary key generated always as identity,
  merit_list_id smallint not null references public.merit_lists (id),
  year smallint not null check (year between 2015 and 2100),
  round text not null check (round ~ '^(mock[12]?|[1-5]|2?ext)$'),
  is_mock boolean not null generated always as (starts_with(round, 'mock')) stored,
  -- The order within the year.
  position smallint not null generated always as (
    case round when 'mock1' then -1 when 'mock' then 0 when 'mock2' then 0 when 'ext' then 3 when '2ext' then 3
    else right(round, 1)::smallint end
  ) stored,
  unique (merit_list_id, year, round)
);
alter table public.cutoff_rounds enable row level security;

create table public.cutoff_lists (
  id smallint primary key generated always as identity,
  round_id smallint not null references public.cutoff_rounds (id),
  region text not null check (region in ('all', 'general', '371j')),
  unique (round_id, region)
);
alter table public.cutoff_lists enable row level security;

-- An edition is one publication of a list. A newer one replaces it, and the older one stays readable.
create table public.cutoff_editions (
  id smallint primary key generated always as identity,
  list_id smallint not null references public.cutoff_lists (id),
  state text not null default 'preview' check (state in ('preview', 'current', 'replaced', 'discarded')),
  -- The file in database/cutoffs/ that it came from; null for one that an admin added.
  data_file text,
  is_provisional boolean not null default false,
  title text not null check (length(title) <= 300),
  source_address text check (length(source_address) <= 500),
  -- The hash of the authority's own file.
  source_sha256 text check (source_sha256 ~ '^[0-9a-f]{64}$'),
  file_created_at timestamptz,
  read_on date not null,
  ranks integer not null default 0,
  note text,
  added_at timestamptz not null default now(),
  added_by text not null,
  published_at timestamptz,
  published_by text,
  replaced_at timestamptz
);
alter table public.cutoff_editions enable row level security;
create unique index one_current_edition_a_list on public.cutoff_editions (list_id) where state = 'current';
create index cutoff_editions_of_a_list on public.cutoff_editions (list_id, id);

-- No foreign keys, which would check each of hundreds of thousands of rows; database/rules/cutoff-editions.sql finds
-- the numbers that it writes in their tables. A cell without a rank has no row.
create table public.closing_ranks (
  seat_id integer not null,
  edition_id smallint not null,
  category_id smallint not null,
  -- The number of other copies with the same figure, and with another one.
  agree smallint not null,
  differ smallint not null,
  source_id smallint not null,
  rank numeric not null check (rank > 0 and rank < 10000000 and scale(rank) <= 3),
  primary key (seat_id, edition_id, category_id)
);
alter table public.closing_ranks enable row level security;
create index closing_ranks_by_rank on public.closing_ranks (edition_id, category_id, rank) include (seat_id);

create table public.seat_counts (
  seat_id integer not null references public.college_courses (id),
  year smallint not null,
  total_intake smallint not null,
  kea_seats smallint not null,
  general_seats smallint not null,
  seats_371j smallint not null,
  special_seats smallint not null,
  ph_seats smallint not null,
  snq_seats smallint not null,
  comedk_seats smallint not null,
  management_seats smallint not null,
  source text not null,
  primary key (seat_id, year)
);
alter table public.seat_counts enable row level security;

-- The fee of a year by the kind of college, in rupees. Null: the table of the authority has no figure.
create table public.kind_fees (
  year smallint not null, -- 2025 for 2025-26
  course_group text not null,
  college_kind text not null,
  amount_general integer not null,
  amount_snq integer,
  amount_sc_st integer not null,
  amount_sc_st_above integer not null,
  amount_category_1 integer not null,
  source text not null,
  primary key (year, course_group, college_kind)
);
alter table public.kind_fees enable row level security;

-- The fee of a year that was printed beside the allotments of a seat, in rupees.
create table public.seat_fees (
  seat_id integer not null references public.college_courses (id),
  year smallint not null,
  rupees integer not null check (rupees >= 0),
  allotments_with_this_fee integer not null,
  allotments_seen integer not null,
  source text not null,
  primary key (seat_id, year)
);
alter table public.seat_fees enable row level security;

-- Grows whenever the current figures change: the key of every cache of them.
create table public.cutoff_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null,
  changed_at timestamptz not null default now()
);
alter table public.cutoff_version enable row level security;
insert into public.cutoff_version (version) values (0);

-- The files of database/cutoffs/ that this database has.
create table private.cutoff_files (
  name text primary key,
  sha256 text not null,
  loaded_at timestamptz not null default now()
);
alter table private.cutoff_files enable row level security;
