-- needs: option-lists cutoffs cutoff-categories seat-outlooks kind-fees
-- The published figures of the options of a list. These functions read no list of a student: the caller names
-- the seats, and whom the figures are for. They are definers, because closing ranks have no grant.

-- The seats of a merit list that have all the words in their codes, names or place. Ten different words are searched for:
-- each is compared with all seats.
create function public.search_option_seats(which text, words text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('college', college, 'course', course)), '[]')
  from (
    select colleges.code as college, courses.key as course
    from public.merit_lists
    join public.college_courses seats on seats.merit_list_id = merit_lists.id and seats.is_published
    join public.colleges on colleges.id = seats.college_id
    join public.courses on courses.id = seats.course_id
    cross join lateral (
      select lower(
        concat_ws(' ', colleges.code, colleges.name, colleges.place, colleges.district, courses.key, courses.name)
      ) as text offset 0
    ) as described
    cross join (
      select array(
        select word from unnest(string_to_array(lower(words), ' ')) with ordinality as typed (word, place)
        where word <> '' group by word order by min(place) limit 10
      ) as searched
    ) as asked
    where merit_lists.code = which and length(words) <= 200 and not exists (
      select from unnest(searched) as word where position(word in described.text) = 0
    )
    -- A code that was typed comes first.
    order by
      lower(colleges.code) = any (searched) desc, lower(courses.key) = any (searched) desc, colleges.code, courses.key
    limit 20
  ) found;
$$;

-- The courses of colleges in a merit list: {"E001": ["CS", "EC"]}.
create function public.option_courses_of(which text, college_codes text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(code, keys), '{}')
  from (
    select colleges.code, jsonb_agg(courses.key order by courses.key) as keys
    from public.merit_lists
    join public.colleges on colleges.code_space = merit_lists.code_space
    join public.college_courses seats
      on seats.college_id = colleges.id and seats.merit_list_id = merit_lists.id and seats.is_published
    join public.courses on courses.id = seats.course_id
    where merit_lists.code = which and colleges.code = any (college_codes[1:500])
    group by colleges.code
  ) listed;
$$;

-- The fee of a seat per year for a student of a category: the one that was printed beside the allotments of a medical
-- seat, or that of the kind of college. Where the published table has two fees for a kind, and no list says which
-- college has which, it is the higher one, so that nobody lists a seat that they cannot pay.
create function private.option_fee(seat integer, for_category text)
returns table (rupees integer, fee_year integer, words text)
language sql stable set search_path = ''
as $$
  with amounts as (
    select
      fees.year,
      private.fee_of_category(fees, for_category) as amount
    from public.college_courses seats
    join public.colleges on colleges.id = seats.college_id
    join public.merit_lists on merit_lists.id = seats.merit_list_id
    join public.kind_fees fees on fees.course_group = case
        when merit_lists.code in ('UGCET', 'UGCET-ARCH') then 'Engineering / Architecture'
        when merit_lists.code = 'UGCET-BPHARMA' then 'B.Pharma'
        when merit_lists.code = 'UGCET-PHARMD' then 'Pharm-D'
      end
      and fees.college_kind like private.kinds_of_fees(colleges.kind, fees.course_group)
    where seats.id = seat
  )
  (
    select fees.rupees, fees.year::integer, 'As KEA printed it beside most of the allotments, whatever the category.'
    from public.seat_fees fees
    where fees.seat_id = seat order by fees.year desc limit 1
  )
  union all
  (
    select
      max(amount)::integer, year::integer,
      concat_ws(' ',
        'From KEA’s provisional table for this kind of college.',
        case when min(amount) < max(amount) then format('Some of them cost ₹%s: ask the college.', min(amount)) end,
        case
          when for_category ~ '^S' then 'For a family income of up to ₹10 lakh a year; above that, it may be more.'
          when for_category = '1' then 'For a family income of up to ₹2.5 lakh a year; above that, it is more.'
        end
      )
    from amounts group by year order by year desc limit 1
  )
  limit 1;
$$;

-- The figures of at most 500 seats for one candidate: names, place, seats, fee, the closing ranks of a round in the
-- categories that count for them, and the spread of the same round over the years. Without a year and a round, it is
-- the latest round 1.
create function public.option_details(
  which text, seats jsonb, rank numeric default null, category text default 'GM', is_rural boolean default false,
  is_kannada_medium boolean default false, is_371j boolean default false, year integer default null,
  round text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  counted constant text[] := array(
    select categories.code
    from public.categories_of(
      which, option_details.category, option_details.is_rural, option_details.is_kannada_medium, option_details.is_371j
    ) categories
    where categories.is_counted
  );
  shown record;
  alike smallint[];
  seat_ids integer[];
begin
  if jsonb_typeof(option_details.seats) is distinct from 'array' or jsonb_array_length(option_details.seats) > 500 then
    raise exception 'Name at most 500 options.' using errcode = 'P0001';
  end if;
  select editions.year, editions.round, editions.position, array_agg(editions.edition_id) as ids into shown
  from public.current_editions editions
  where editions.merit_list = which
    and editions.round = coalesce(option_details.round, '1')
    and (option_details.year is null or editions.year = option_details.year)
  group by editions.year, editions.round, editions.position order by editions.year desc limit 1;
  select array_agg(editions.edition_id) into alike
  from public.current_editions editions
  where editions.merit_list = which and editions.position = shown.position;
  select array_agg(distinct college_courses.id) into seat_ids
  from jsonb_to_recordset(option_details.seats) as given (college text, course text)
  join public.merit_lists on merit_lists.code = which
  join public.colleges on colleges.code_space = merit_lists.code_space and colleges.code = given.college
  join public.courses on courses.merit_list_id = merit_lists.id and courses.key = given.course
  join public.college_courses
    on college_courses.college_id = colleges.id and college_courses.course_id = courses.id
    and college_courses.is_published;
  return (
    -- The spreads of all seats at once: one by one, each would read whole lists.
    with lists as materialized (
      select editions.edition_id, editions.year from public.current_editions editions where editions.edition_id = any (alike)
    ), spreads as materialized (
      select
        closing.seat_id, closing.category_id, min(closing.rank) as low, max(closing.rank) as high,
        min(lists.year) as first_year, max(lists.year) as last_year
      from public.closing_ranks closing
      join lists on lists.edition_id = closing.edition_id
      where closing.seat_id = any (seat_ids) and closing.edition_id = any (alike)
        and closing.category_id = any (array(select id from public.cutoff_categories where code = any (counted)))
      group by closing.seat_id, closing.category_id
      having count(*) > 1
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'college', wanted.college,
      'course', wanted.course,
      'collegeName', found.college_name,
      'courseName', found.course_name,
      'place', found.place,
      'ranks', coalesce(ranks.shown, '[]'),
      'spread', case when spread.seat_id is not null then jsonb_build_object(
        'low', spread.low, 'high', spread.high,
        'years', case when spread.first_year = spread.last_year then spread.first_year::text
          else spread.first_year || ' to ' || spread.last_year end
      ) end,
      'seats', counts.kea_seats,
      'seatsYear', counts.year::text,
      'fee', fee.rupees,
      'feeYear', fee.fee_year::text,
      'feeNote', fee.words,
      'outlook', case when outlook.seat_id is not null then jsonb_build_object(
        'word', outlook.word, 'low', outlook.low, 'high', outlook.high, 'firstYear', outlook.first_year,
        'lastYear', outlook.last_year, 'kind', outlook.kind, 'reason', outlook.reason, 'isNew', outlook.is_new,
        'isGone', outlook.is_gone
      ) end
    )), '[]')
    from (
      select distinct given.college, given.course
      from jsonb_to_recordset(option_details.seats) as given (college text, course text)
    ) wanted
    left join lateral (
      select
        college_courses.id, colleges.name as college_name, courses.name as course_name,
        coalesce(colleges.place, colleges.district) as place
      from public.merit_lists
      join public.colleges on colleges.code_space = merit_lists.code_space and colleges.code = wanted.college
      join public.courses on courses.merit_list_id = merit_lists.id and courses.key = wanted.course
      join public.college_courses
        on college_courses.college_id = colleges.id and college_courses.course_id = courses.id
        and college_courses.is_published
      where merit_lists.code = which
    ) found on true
    left join lateral (
      select
        jsonb_agg(jsonb_build_object(
          'year', shown.year, 'round', shown.round, 'category', categories.code, 'rank', closing.rank
        ) order by closing.rank desc, categories.code) as shown,
        (array_agg(categories.id order by closing.rank desc, categories.code))[1] as best
      from public.closing_ranks closing
      join public.cutoff_categories categories on categories.id = closing.category_id
      where closing.seat_id = found.id and closing.edition_id = any (shown.ids) and categories.code = any (counted)
    ) ranks on true
    left join spreads spread on spread.seat_id = found.id and spread.category_id = ranks.best
    left join lateral (
      select counts.kea_seats, counts.year from public.seat_counts counts
      where counts.seat_id = found.id order by counts.year desc limit 1
    ) counts on true
    left join lateral private.option_fee(found.id, option_details.category) fee on true
    left join public.seat_outlooks(
      which, coalesce(seat_ids, '{}'), option_details.rank, option_details.category, option_details.is_rural,
      option_details.is_kannada_medium, option_details.is_371j
    ) outlook on outlook.seat_id = found.id
  );
end
$$;

-- The outlook of a list as a whole, for at most 500 options in order. A code that no list has keeps its number.
create function public.option_list_outlook(
  which text, seats jsonb, rank numeric default null, category text default 'GM', is_rural boolean default false,
  is_kannada_medium boolean default false, is_371j boolean default false
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jsonb_typeof(option_list_outlook.seats) is distinct from 'array' or jsonb_array_length(option_list_outlook.seats) > 500 then
    raise exception 'Name at most 500 options.' using errcode = 'P0001';
  end if;
  return public.list_outlook(
    which,
    array(
      select college_courses.id
      from rows from (jsonb_to_recordset(option_list_outlook.seats) as (college text, course text))
          with ordinality as given (college, course, number)
        left join public.merit_lists on merit_lists.code = which
        left join public.colleges on colleges.code_space = merit_lists.code_space and colleges.code = given.college
        left join public.courses on courses.merit_list_id = merit_lists.id and courses.key = given.course
        left join public.college_courses
          on college_courses.college_id = colleges.id and college_courses.course_id = courses.id
          and college_courses.is_published
      order by given.number
    ),
    option_list_outlook.rank, option_list_outlook.category, option_list_outlook.is_rural,
    option_list_outlook.is_kannada_medium, option_list_outlook.is_371j
  );
end
$$;

grant execute on function
  public.option_list_outlook(text, jsonb, numeric, text, boolean, boolean, boolean),
  public.search_option_seats(text, text), public.option_courses_of(text, text[]),
  public.option_details(text, jsonb, numeric, text, boolean, boolean, boolean, integer, text)
  to authenticated;
