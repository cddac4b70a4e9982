-- needs: identity search student-list

-- The functions below find the students of one page of list_students. Only the order is inserted as text, because a column
-- cannot be a parameter. Conditions are functions of a row: they have no search_path, so PostgreSQL inlines them.
-- "execute" plans each call with its values, so that constant conditions are left out and an index serves the rest.

-- The id makes each order total, so that no row appears on two pages.
create function private.student_order(sort text) returns text
language sql immutable
return case sort
  when 'created_at.asc' then 'created_at, id'
  when 'created_at.desc' then 'created_at desc, id desc'
  when 'name.asc' then 'first_name, last_name, id'
  when 'name.desc' then 'first_name desc, last_name desc, id desc'
  when 'email.asc' then 'email, id'
  when 'email.desc' then 'email desc, id desc'
end;

-- has_plan is up to a minute behind the clock; expired lists the students whose plan has ended since.
create function private.has_status(student private.student_list, status text, expired uuid[]) returns boolean
language sql immutable
return case status
  when 'all' then true
  when 'active' then student.has_plan and student.had_plan and (expired = '{}' or student.id <> all (expired))
  when 'inactive' then student.had_plan and (not student.has_plan or expired <> '{}' and student.id = any (expired))
  when 'none' then not student.has_plan and not student.had_plan
end;

create function private.count_students(status text, expired uuid[]) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(sum(students) filter (where case status
      when 'all' then true
      when 'active' then has_plan
      when 'inactive' then had_plan and not has_plan
      else not had_plan
    end), 0)
    + case status when 'active' then -cardinality(expired) when 'inactive' then cardinality(expired) else 0 end
  from private.student_counts;
$$;

-- The trigram index needs three letters. Only the part of an address up to the @ is looked up: many addresses share the
-- rest, and looking it up too takes longer.
create function private.indexed_pattern(word text) returns text
language sql immutable
return case when length(word) > 2 then private.search_pattern(coalesce(substring(word from '^.{2,}@'), word)) end;

-- Short words and whole addresses are compared with the text, because the index cannot decide them.
create function private.has_to_be_compared(word text) returns boolean
language sql immutable
return length(word) < 3 or word ~ '^.{2,}@';

-- Each word has to be found, in any order. The longest word comes first: if it has one or two letters, all have, and
-- the index of letters is used. Three words are looked up in an index; further words only narrow their result.
create function private.matches_search(student private.student_list, words text[]) returns boolean
language sql immutable
return
  (length(words[1]) > 2 or student.letters @> array[private.letter_code(left(words[1], 1), substr(words[1], 2))])
  and (private.indexed_pattern(words[1]) is null or student.search_text like private.indexed_pattern(words[1]))
  and (private.indexed_pattern(words[2]) is null or student.search_text like private.indexed_pattern(words[2]))
  and (private.indexed_pattern(words[3]) is null or student.search_text like private.indexed_pattern(words[3]))
  and (private.has_to_be_compared(words[1]) is not true or strpos(student.search_text, words[1]) > 0)
  and (private.has_to_be_compared(words[2]) is not true or strpos(student.search_text, words[2]) > 0)
  and (private.has_to_be_compared(words[3]) is not true or strpos(student.search_text, words[3]) > 0)
  and (words[4] is null or student.search_text like all (private.search_patterns(words[4:])));

-- Returns a page of a list without a search. Reads only an index, from its nearer end.
create function private.student_page(
  status text, expired uuid[], sort text, total bigint, skipped bigint, page_rows bigint
) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  reversed constant text := case
    when sort like '%.asc' then replace(sort, '.asc', '.desc') else replace(sort, '.desc', '.asc')
  end;
  is_near_the_end constant boolean := skipped > total / 2;
  page_ids uuid[];
begin
  execute format(
    $sql$
      select array(
        select id from private.student_list as student where private.has_status(student, $1, $2)
        order by %s limit $3 offset $4
      )
    $sql$,
    private.student_order(case when is_near_the_end then reversed else sort end)
  ) into page_ids using status, expired,
    case when is_near_the_end then greatest(least(page_rows, total - skipped), 0) else page_rows end,
    case when is_near_the_end then greatest(total - skipped - page_rows, 0) else skipped end;
  if is_near_the_end then
    return array(select id from unnest(page_ids) with ordinality as ids (id, place) order by place desc);
  end if;
  return page_ids;
end
$$;

-- Collects up to max_matches matches (all if it is null) and then sorts them. "is true" keeps the planner from also
-- reading an index of everyone with that status.
create function private.collect_students(
  words text[], status text, expired uuid[], sort text, max_matches bigint, skipped bigint, page_rows bigint,
  out found_total bigint, out page_ids uuid[]
)
language plpgsql stable set search_path = ''
as $$
begin
  execute format(
    $sql$
      with found as materialized (
        select id, created_at, first_name, last_name, email from private.student_list as student
        where private.matches_search(student, $1) and private.has_status(student, $2, $3) is true
        limit $4
      )
      select count(*), array(select id from found order by %s limit $6 offset $5) from found
    $sql$,
    private.student_order(sort)
  ) into found_total, page_ids using words, status, expired, max_matches, skipped, page_rows;
end
$$;

-- Compares only the first max_compared students in the order, for searches with so many matches that some are among
-- them.
create function private.nearest_matches(
  words text[], status text, expired uuid[], sort text, max_compared bigint, skipped bigint, page_rows bigint
) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  page_ids uuid[];
begin
  execute format(
    $sql$
      select array(
        select id from (
          select * from private.student_list as student where private.has_status(student, $2, $3)
          order by %s limit $4
        ) as student
        where private.matches_search(student, $1) limit $6 offset $5
      )
    $sql$,
    private.student_order(sort)
  ) into page_ids using words, status, expired, max_compared, skipped, page_rows;
  return page_ids;
end
$$;

-- The admins' table: one row per student with the latest plan, searched, filtered, sorted and paged. A definer that
-- checks the caller first: under row-level security, ilike runs on a row only after the policy has passed it, so no
-- index would serve it and every search would read all students.
--
-- status is all, Active, Inactive or None; sort is created_at, name or email with .asc or .desc; a page beyond the last
-- one is empty. total counts all matches on all pages. Only a search with thousands of matches stops counting soon
-- after the page, and total_is_exact is then false (docs/decisions/0003-list-of-students.md).
create function public.list_students(
  search text default '',
  status text default 'all',
  page integer default 1,
  page_size integer default 10,
  sort text default 'created_at.desc'
) returns table (
  id uuid,
  email text,
  first_name text,
  last_name text,
  phone text,
  created_at timestamptz,
  plan_level text,
  plan_exam text,
  plan_name text,
  plan_status text,
  assigned_at timestamptz,
  expires_at timestamptz,
  total bigint,
  total_is_exact boolean
)
language plpgsql stable security definer set search_path = ''
-- The tables stay in memory, where an index scan costs less than PostgreSQL's default of four times a full scan.
set random_page_cost = 1.1
as $$
declare
  kind constant text := lower(status);
  words text[];
  page_rows constant bigint := least(greatest(page_size, 1), 100);
  skipped constant bigint := (greatest(page, 1) - 1) * page_rows;
  max_counted constant bigint := ((skipped + page_rows) / 1000 + 1) * 1000;
  expired uuid[];
  found_total bigint;
  is_exact boolean := true;
  page_ids uuid[];
begin
  perform private.require_right('see students');
  words := private.search_words(search);
  if (kind in ('all', 'active', 'inactive', 'none')) is not true or private.student_order(sort) is null
    or page is null or page_size is null
  then
    raise exception 'Unknown status, order or page.' using errcode = 'invalid_parameter_value';
  end if;

  expired := array(
    select user_id from public.user_plans join private.student_list on student_list.id = user_id
    where active and user_plans.expires_at <= now() and has_plan
  );

  if words = '{}' then
    found_total := private.count_students(kind, expired);
    page_ids := private.student_page(kind, expired, sort, found_total, skipped, page_rows);
  else
    select * into found_total, page_ids
    from private.collect_students(words, kind, expired, sort, max_counted + 1, skipped, page_rows);
    if found_total > max_counted then
      found_total := max_counted;
      is_exact := false;
      page_ids := private.nearest_matches(words, kind, expired, sort, 5 * max_counted, skipped, page_rows);
      -- A search for a name in the order of names may find too few there. Then all matches are collected.
      if cardinality(page_ids) < page_rows then
        is_exact := true;
        select * into found_total, page_ids
        from private.collect_students(words, kind, expired, sort, null, skipped, page_rows);
      end if;
    end if;
  end if;

  return query
    select profiles.id, profiles.email, profiles.first_name, profiles.last_name, profiles.phone, profiles.created_at,
      latest.plan_level, latest.plan_exam, latest.plan_name,
      -- Only the clock and the latest row decide, as everywhere.
      case
        when latest.plan_name is null then 'None'
        when latest.active and latest.expires_at > now() then 'Active'
        else 'Inactive'
      end,
      latest.assigned_at, latest.expires_at, found_total, is_exact
    from unnest(page_ids) with ordinality as page (profile_id, place)
    join public.profiles on profiles.id = profile_id
    left join lateral (
      select user_plans.* from public.user_plans where user_id = profile_id order by user_plans.assigned_at desc limit 1
    ) as latest on true
    order by place;
end
$$;
comment on function public.list_students is 'Needs the right to see students.';

grant execute on function public.list_students(text, text, integer, integer, text) to authenticated, service_role;

-- The digits without the country code or the leading zero. It has no search_path, so that PostgreSQL inlines it: the
-- text is the exact expression of the index profiles_by_phone.
create function private.phone_digits(phone text) returns text
language sql immutable
return regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(0091|091|91|0)(?=\d{10}$)', '');

-- Other students with the phone number of this one, the newest first. A text with fewer than six digits is no phone
-- number. A definer, for the same reason as list_students.
create function public.find_students_with_same_phone(student uuid) returns table (
  id uuid,
  first_name text,
  last_name text,
  email text,
  created_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  digits text;
begin
  perform private.require_admin();
  select private.phone_digits(phone) into digits from public.profiles where id = student;
  return query
    select id, first_name, last_name, email, created_at from public.profiles
    where private.phone_digits(phone) = digits and length(digits) >= 6 and id <> student
    order by created_at desc limit 5;
end
$$;
comment on function public.find_students_with_same_phone is 'For admins only.';

grant execute on function public.find_students_with_same_phone(uuid) to authenticated, service_role;
