-- needs: cutoffs cutoff-editions
-- Loads the closing ranks and the tables that belong to them from the files of database/cutoffs/ (server/cutoffs/).
-- Rows come as JSON by the headings of the files. Loading again replaces what a file says.

create function private.load_categories(rows jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.cutoff_categories as known (code, base, pool, is_371j, meaning, status)
    select
      code, nullif(base, ''), case pool when 'general' then pool when 'rural' then pool when 'Kannada medium' then pool end,
      region like '%371(J)%', nullif(meaning, ''), nullif(status, '')
    from jsonb_to_recordset(rows) as row (code text, base text, pool text, region text, meaning text, status text)
    on conflict (code) do update set
      base = excluded.base, pool = excluded.pool, is_371j = excluded.is_371j, meaning = excluded.meaning,
      status = excluded.status;
$$;

create function private.load_colleges(rows jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.colleges as known (
    code_space, code, name, place, district, is_district_confirmed, kind, is_kind_confirmed, cet_share_percent,
    is_autonomous, note
  )
    select
      case exam when 'COMEDK' then 'COMEDK' else 'KEA' end, college_code, college_name, nullif(place, ''),
      nullif(district, ''), coalesce(district_agrees_2025_seat_matrix = 'yes', false), nullif(type_2026_list, ''),
      coalesce(type_checked = 'yes', false), nullif(cet_seat_percent_2026, '')::smallint,
      coalesce(autonomous = 'yes', false), nullif(note, '')
    from jsonb_to_recordset(rows) as row (
      exam text, college_code text, college_name text, place text, district text, district_agrees_2025_seat_matrix text,
      type_2026_list text, type_checked text, cet_seat_percent_2026 text, autonomous text, note text
    )
    on conflict (code_space, code) do update set
      name = excluded.name, place = excluded.place, district = excluded.district,
      is_district_confirmed = excluded.is_district_confirmed, kind = excluded.kind,
      is_kind_confirmed = excluded.is_kind_confirmed, cet_share_percent = excluded.cet_share_percent,
      is_autonomous = excluded.is_autonomous, note = excluded.note;
$$;

-- Courses of UGCET engineering, and the one of architecture.
create function private.load_courses(rows jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.courses (merit_list_id, code, name)
    select merit_lists.id, nullif(course_code, ''), course_name
    from jsonb_to_recordset(rows) as row (course_code text, course_name text)
      join public.merit_lists on merit_lists.code = case course_code when 'AR' then 'UGCET-ARCH' else 'UGCET' end
    on conflict (merit_list_id, key) do update set name = excluded.name;
$$;

-- Other spellings of names, in lists that print no codes.
create function private.load_course_names(rows jsonb) returns void
language sql set search_path = ''
as $$
  insert into private.course_names (merit_list_id, name, course_id)
    select course.merit_list_id, private.course_name_key(row.printed_name), course.id
    from jsonb_to_recordset(rows) as row (merit_list text, course text, printed_name text)
      join public.merit_lists on merit_lists.code = row.merit_list
      join public.courses course on course.merit_list_id = merit_lists.id and course.key = row.course
    on conflict do nothing;
$$;

create function private.load_seat_counts(rows jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  seat_ids integer[];
begin
  seat_ids := private.require_seats(
    (select id from public.merit_lists where code = 'UGCET'), 'KEA',
    (
      select jsonb_agg(jsonb_build_object(
        'college', row ->> 'college_code', 'name', row ->> 'college_code',
        'code', nullif(row ->> 'course_code', ''), 'course', row ->> 'course_name'
      ) order by position)
      from jsonb_array_elements(rows) with ordinality as entry (row, position)
    )
  );
  update public.college_courses set is_published = true where id = any (seat_ids) and not is_published;
  delete from public.seat_counts where year = 2025;
  insert into public.seat_counts
    select
      seat_ids[position], 2025, total_intake, kea_seats, kea_rest_of_karnataka, kea_hk_371j, kea_special, kea_ph,
      snq_5pct, other_quota_a, other_quota_b, source
    from rows from (
      jsonb_to_recordset(rows) as (
        total_intake smallint, kea_seats smallint, kea_rest_of_karnataka smallint, kea_hk_371j smallint,
        kea_special smallint, kea_ph smallint, snq_5pct smallint, other_quota_a smallint, other_quota_b smallint,
        source text
      )
    ) with ordinality as row (
      total_intake, kea_seats, kea_rest_of_karnataka, kea_hk_371j, kea_special, kea_ph, snq_5pct, other_quota_a,
      other_quota_b, source, position
    )
    on conflict do nothing; -- Two lines of the file are there twice, word for word.
end
$$;

create function private.load_kind_fees(rows jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.kind_fees
    select
      left(year, 4)::smallint, course_group, college_type, gm_2a_2b_3a_3b_and_others_above_income_limit::integer,
      nullif(snq, '')::integer, sc_st_income_up_to_10_lakh_col4::integer, sc_st_col5::integer,
      category1_income_up_to_2_5_lakh::integer, source
    from jsonb_to_recordset(rows) as row (
      year text, course_group text, college_type text, gm_2a_2b_3a_3b_and_others_above_income_limit text, snq text,
      sc_st_income_up_to_10_lakh_col4 text, sc_st_col5 text, category1_income_up_to_2_5_lakh text, source text
    )
    on conflict (year, course_group, college_kind) do update set
      amount_general = excluded.amount_general, amount_snq = excluded.amount_snq,
      amount_sc_st = excluded.amount_sc_st, amount_sc_st_above = excluded.amount_sc_st_above,
      amount_category_1 = excluded.amount_category_1, source = excluded.source;
$$;

-- Fees of UGNEET, for the seats that a list has.
create function private.load_seat_fees(rows jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.seat_fees
    select
      seat.id, row.year, row.fee_inr_per_year, row.allotments_with_this_fee, row.allotments_seen, row.source
    from jsonb_to_recordset(rows) as row (
        year smallint, college_code text, course text, seat_type text, fee_inr_per_year integer,
        allotments_with_this_fee integer, allotments_seen integer, source text
      )
      join public.colleges college on college.code_space = 'KEA' and college.code = row.college_code
      join public.merit_lists on merit_lists.code = 'UGNEET'
      join public.courses course
        on course.merit_list_id = merit_lists.id and course.code = row.course || '-' || row.seat_type
      join public.college_courses seat on seat.college_id = college.id and seat.course_id = course.id
    on conflict (seat_id, year) do update set
      rupees = excluded.rupees, allotments_with_this_fee = excluded.allotments_with_this_fee,
      allotments_seen = excluded.allotments_seen, source = excluded.source;
$$;

-- Adds and publishes the editions of files, whose rows the server has copied to the temporary table loaded_figures. One
-- statement a step, because there are hundreds of thousands of rows.
-- Without the settings, joins sort all rows by texts, on disk, which takes several times as long.
create function private.load_closing_ranks(editions jsonb) returns void
language plpgsql set search_path = '' set work_mem = '128MB' set enable_mergejoin = off
as $$
declare
  subject record;
  seat_ids integer[];
begin
  analyze pg_temp.loaded_figures;
  create temporary table loaded_seats on commit drop as
    select seat.*, row_number() over (partition by exam) as position, null::integer as seat_id
    from (
      select
        exam, college_code, min(college_name) as name, min(course_code) as code, min(course_name) as course_name,
        coalesce(course_code, course_name) as course
      from pg_temp.loaded_figures
      group by exam, college_code, coalesce(course_code, course_name)
    ) as seat;
  for subject in
    select * from public.merit_lists where code in (select exam from pg_temp.loaded_seats) order by id
  loop
    seat_ids := private.require_seats(subject.id, subject.code_space, (
      select jsonb_agg(
        jsonb_build_object('college', college_code, 'name', name, 'code', code, 'course', course_name) order by position
      )
      from pg_temp.loaded_seats where exam = subject.code
    ));
    update pg_temp.loaded_seats set seat_id = seat_ids[position] where exam = subject.code;
  end loop;

  create temporary table loaded_editions on commit drop as
    select
      edition.*,
      private.add_edition(merit_list, year, round, region, facts, 'operator') as edition_id
    from jsonb_to_recordset(editions) as edition (
      merit_list text, year smallint, round text, region text, ranks integer, facts jsonb
    );
  insert into public.cutoff_categories (code, is_371j)
    select category, private.region_of(category) = '371j'
    from (select distinct category from pg_temp.loaded_figures) as printed
    on conflict on constraint cutoff_categories_code_key do nothing;
  analyze pg_temp.loaded_seats, pg_temp.loaded_editions;
  insert into public.closing_ranks (seat_id, edition_id, category_id, agree, differ, source_id, rank)
    select seat.seat_id, edition.edition_id, category.id, agree, differ, cutoff_sources.id, closing_rank
    from pg_temp.loaded_figures figure
      join public.cutoff_categories category on category.code = figure.category
      join public.cutoff_sources on cutoff_sources.code = figure.source
      join pg_temp.loaded_seats seat
        on seat.exam = figure.exam and seat.college_code = figure.college_code
        and seat.course = coalesce(figure.course_code, figure.course_name)
      join pg_temp.loaded_editions edition
        on edition.merit_list = figure.exam and edition.year = figure.year and edition.round = figure.round
        and edition.region in ('all', case when category.is_371j then '371j' else 'general' end)
    order by edition.edition_id, category.id, closing_rank; -- the order of the larger index, which grows at its end
  update public.cutoff_editions set ranks = loaded.ranks
  from (select edition_id, count(*) as ranks from public.closing_ranks group by edition_id) as loaded
  where cutoff_editions.id = loaded.edition_id and state = 'preview' and cutoff_editions.ranks = 0;
  for subject in
    select loaded.*, edition.ranks as found
    from pg_temp.loaded_editions loaded join public.cutoff_editions edition on edition.id = loaded.edition_id
  loop
    if subject.found <> subject.ranks then
      raise exception '% % % % has % ranks, not %',
        subject.merit_list, subject.year, subject.round, subject.region, subject.found, subject.ranks;
    end if;
    perform private.publish_loaded_edition(subject.edition_id);
  end loop;
end
$$;

-- Publishes an edition of a file, unless an admin has published a list in the meantime: then it only stays readable.
create function private.publish_loaded_edition(edition smallint) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select
    from public.cutoff_editions
    where list_id = (select list_id from public.cutoff_editions where id = edition)
      and state = 'current' and data_file is null
  ) then
    update public.cutoff_editions set state = 'replaced', published_at = now(), replaced_at = now() where id = edition;
  else
    perform private.publish_edition(edition, 'operator');
  end if;
end
$$;
