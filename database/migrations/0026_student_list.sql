-- A narrow row for each profile, by which the admins' list of students is searched, sorted and paged, so that the list
-- is as fast with 100,000 students as with 100. A trigger keeps it current (rules/student-list.sql).
create table private.student_list (
  id uuid primary key references public.profiles (id) on delete cascade,
  has_plan boolean not null,
  had_plan boolean not null,
  created_at timestamptz not null,
  first_name text not null,
  last_name text not null,
  email text,
  -- All searchable text in lower case and compared by bytes, because ilike would fold each text again. The line breaks
  -- prevent a match that spans the end of an address and the start of a name. Called search_text since 0028.
  words text collate "C" not null,
  -- Codes of each letter and each pair of adjacent letters, for searches that are too short for trigrams.
  letters smallint[] not null
);
alter table private.student_list enable row level security;

insert into private.student_list
select id, has_plan, had_plan, created_at, first_name, last_name, email, words,
  array(
    select (ascii(letter) % 32768)::smallint from unnest(letters) as letter
    union
    select (coalesce(ascii(first) * 181 + ascii(second), ascii(first)) % 32768)::smallint
    from unnest(letters, letters[2:]) as pair (first, second)
    order by 1
  )
from public.profiles
cross join lateral (
  select lower(concat_ws(
    E'\n', coalesce(email, ''), first_name || ' ' || last_name, phone, regexp_replace(phone, '\D', '', 'g')
  )) as words
) as searched
cross join lateral string_to_array(words, null) as letters;

-- Every search reads the pending list of an index, so the list has to stay short.
create index student_list_by_words on private.student_list
  using gin (words extensions.gin_trgm_ops) with (gin_pending_list_limit = 256);
create index student_list_by_letters on private.student_list
  using gin (letters) with (gin_pending_list_limit = 256);
-- Each sort order, alone and within a status. The id makes them total, so that no row appears on two pages.
create index student_list_by_age on private.student_list (created_at, id);
create index student_list_by_email on private.student_list (email, id);
create index student_list_by_name on private.student_list (first_name, last_name, id);
create index student_list_by_plan_and_age on private.student_list (has_plan, had_plan, created_at, id);
create index student_list_by_plan_and_email on private.student_list (has_plan, had_plan, email, id);
create index student_list_by_plan_and_name on private.student_list (has_plan, had_plan, first_name, last_name, id);

drop index public.profiles_by_age, public.profiles_by_email, public.profiles_by_name, public.profiles_by_search,
  public.profiles_by_plan_and_age, public.profiles_by_plan_and_email, public.profiles_by_plan_and_name;
analyze private.student_list;
