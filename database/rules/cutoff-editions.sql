-- needs: identity audit-log cutoffs
-- Editions of lists: adding one as a preview, and publishing it in place of the current one.

-- The categories of Kalyana Karnataka, Article 371(J), end in H, which KEA prints in a list of their own.
create function private.region_of(category text) returns text
language sql immutable set search_path = ''
return case when category like '%H' and category not in ('OTH', 'PH') then '371j' else 'general' end;

-- The name as course_names has it.
create function private.course_name_key(name text) returns text
language sql immutable set search_path = ''
return regexp_replace(upper(name), '[^A-Z0-9]', '', 'g');

-- Adds an edition without ranks as a preview. Its list and round are created if they are new. Here and below, known
-- rows are left out before the insert, because a conflict also consumes an identity value, and these tables have only
-- 32,767 of them.
create function private.add_edition(
  merit_list text, year integer, round text, region text, facts jsonb, added_by text
) returns smallint
language plpgsql set search_path = ''
as $$
declare
  subject public.merit_lists;
  its_round smallint;
  its_list smallint;
  its_edition smallint;
begin
  select * into subject from public.merit_lists where code = add_edition.merit_list;
  if not found or subject.has_regions <> (region <> 'all') then
    perform private.refuse(format('There is no list %s for the region %s.', merit_list, region));
  end if;
  insert into public.cutoff_rounds (merit_list_id, year, round)
    select subject.id, add_edition.year, add_edition.round
    where not exists (
      select from public.cutoff_rounds known
      where known.merit_list_id = subject.id and known.year = add_edition.year and known.round = add_edition.round
    )
    on conflict do nothing;
  select id into strict its_round from public.cutoff_rounds
    where merit_list_id = subject.id and cutoff_rounds.year = add_edition.year
      and cutoff_rounds.round = add_edition.round;
  insert into public.cutoff_lists (round_id, region)
    select its_round, add_edition.region
    where not exists (
      select from public.cutoff_lists known where known.round_id = its_round and known.region = add_edition.region
    )
    on conflict do nothing;
  select id into strict its_list from public.cutoff_lists
    where round_id = its_round and cutoff_lists.region = add_edition.region;
  insert into public.cutoff_editions (
    list_id, data_file, is_provisional, title, source_address, source_sha256, file_created_at, read_on, note, added_by
  ) values (
    its_list, facts ->> 'data_file', coalesce((facts ->> 'is_provisional')::boolean, false),
    facts ->> 'title', facts ->> 'source_address', facts ->> 'source_sha256',
    (facts ->> 'file_created_at')::timestamptz, coalesce((facts ->> 'read_on')::date, current_date),
    facts ->> 'note', add_edition.added_by
  ) returning id into its_edition;
  return its_edition;
end
$$;

-- Finds or creates the seats that a list prints: [{college, name, code, course}], where code is the course's code or
-- null. Returns their identifiers in the same order.
create function private.require_seats(merit_list smallint, code_space text, seats jsonb) returns integer[]
language plpgsql set search_path = ''
as $$
declare
  found integer[];
begin
  insert into public.colleges (code_space, code, name)
    select distinct on (seat.college) require_seats.code_space, seat.college, seat.name
    from jsonb_to_recordset(seats) as seat (college text, name text)
    where not exists (
      select from public.colleges known where known.code_space = require_seats.code_space and known.code = seat.college
    )
    on conflict on constraint colleges_code_space_code_key do nothing;
  insert into public.courses (merit_list_id, code, name)
    select distinct on (coalesce(seat.code, seat.course)) merit_list, seat.code, seat.course
    from jsonb_to_recordset(seats) as seat (code text, course text)
    where case
      when seat.code is not null
        then not exists (select from public.courses where merit_list_id = merit_list and key = seat.code)
      else not exists (
        select from private.course_names
        where merit_list_id = merit_list and name = private.course_name_key(seat.course)
      )
    end
    on conflict on constraint courses_merit_list_id_key_key do nothing;
  insert into private.course_names (merit_list_id, name, course_id)
    select merit_list, private.course_name_key(name), id from public.courses where merit_list_id = merit_list
    on conflict do nothing;

  with printed as materialized (
    select college.id as college_id, chosen.course_id, position
    from rows from (jsonb_to_recordset(seats) as (college text, code text, course text))
        with ordinality as seat (college, code, course, position)
      join public.colleges college on college.code_space = require_seats.code_space and college.code = seat.college
      cross join lateral (
        -- If several courses have the same name, the one that the college already has is used.
        select candidate.id as course_id
        from (
            select id, code from public.courses where merit_list_id = merit_list and key = seat.code
            union all
            select course.id, course.code
            from private.course_names join public.courses course on course.id = course_id
            where seat.code is null and course_names.merit_list_id = merit_list
              and course_names.name = private.course_name_key(seat.course)
          ) as candidate
          left join public.college_courses taught
            on taught.college_id = college.id and taught.course_id = candidate.id
        order by taught.id is null, candidate.code is null, candidate.code
        limit 1
      ) as chosen
  ), added as (
    insert into public.college_courses (merit_list_id, college_id, course_id)
      select distinct merit_list, college_id, course_id from printed
      on conflict on constraint college_courses_college_id_course_id_key do nothing
      returning id, college_id, course_id
  )
  select array_agg(coalesce(added.id, known.id) order by position) into found
  from printed
    left join added using (college_id, course_id)
    left join public.college_courses known using (college_id, course_id);
  if cardinality(found) <> jsonb_array_length(seats) then
    raise exception 'a list has % seats, and % were found', jsonb_array_length(seats), cardinality(found);
  end if;
  return found;
end
$$;

-- Adds figures of an edition, which may come in parts; seats has the seats of this part, and the arrays one element a
-- figure: the position of its seat (from 1), the code of its category, and so on.
create function private.add_closing_ranks(
  edition smallint, seats jsonb, seat integer[], category text[], rank numeric[], agree smallint[], differ smallint[],
  source text[]
) returns integer
language plpgsql set search_path = ''
as $$
declare
  subject record;
  seat_ids integer[];
  added integer;
begin
  select list.region, merit_list.id, merit_list.code_space into strict subject
  from public.cutoff_editions
    join public.cutoff_lists list on list.id = list_id
    join public.cutoff_rounds round on round.id = round_id
    join public.merit_lists merit_list on merit_list.id = merit_list_id
  where cutoff_editions.id = edition and state = 'preview';
  seat_ids := private.require_seats(subject.id, subject.code_space, seats);
  insert into public.cutoff_categories (code, is_371j)
    select distinct printed.code, private.region_of(printed.code) = '371j'
    from unnest(category) as printed (code)
    where not exists (select from public.cutoff_categories known where known.code = printed.code)
    on conflict on constraint cutoff_categories_code_key do nothing;
  insert into public.closing_ranks (seat_id, edition_id, category_id, agree, differ, source_id, rank)
    select seat_ids[figure.seat], edition, cutoff_categories.id, figure.agree, figure.differ, cutoff_sources.id, figure.rank
    from unnest(seat, category, rank, agree, differ, source) as figure (seat, category, rank, agree, differ, source)
      join public.cutoff_categories on cutoff_categories.code = figure.category
      join public.cutoff_sources on cutoff_sources.code = figure.source
    order by cutoff_categories.id, figure.rank; -- the order of the larger index, which then grows at its end
  get diagnostics added = row_count;
  if added <> cardinality(rank) then
    raise exception 'an edition has % figures, and % were added', cardinality(rank), added;
  end if;
  update public.cutoff_editions set ranks = ranks + added where id = edition;
  return added;
end
$$;

-- Makes an edition the current one of its list. The lock of the list serializes concurrent calls.
create function private.publish_edition(edition smallint, published_by text) returns void
language plpgsql set search_path = ''
as $$
declare
  its_list smallint;
begin
  select list_id into strict its_list from public.cutoff_editions where id = edition;
  perform from public.cutoff_lists where id = its_list for update;
  update public.cutoff_editions set state = 'replaced', replaced_at = now()
    where list_id = its_list and state = 'current';
  update public.cutoff_editions set
    state = 'current', published_at = now(), published_by = publish_edition.published_by, replaced_at = null
    where id = edition;
  update public.college_courses set is_published = true
    where not is_published and id in (select seat_id from public.closing_ranks where edition_id = edition);
  perform private.count_cutoff_version();
end
$$;

create function private.count_cutoff_version() returns void
language sql set search_path = ''
as $$
  update public.cutoff_version set version = version + 1, changed_at = now();
$$;
