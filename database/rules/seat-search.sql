-- needs: compared-seats kind-fees
-- The seats in reach of a candidate, over all closing ranks of a merit list.

-- The fee of a year for a category by the kind of college: the highest that may hold, since the table of the authority has
-- two for some kinds and names no colleges.
create function private.kind_fees_of(which text, category text) returns table (kind text, year smallint, rupees integer)
language sql stable rows 10 set search_path = ''
as $$
  select kinds.kind, fees.year, max(private.fee_of_category(fees, category))
  from (select distinct colleges.kind from public.colleges) as kinds
    join public.kind_fees fees on fees.college_kind like private.kinds_of_fees(kinds.kind, fees.course_group)
  where which in ('UGCET', 'UGCET-ARCH') and fees.course_group = 'Engineering / Architecture'
    and fees.year = (select max(newest.year) from public.kind_fees newest)
  group by kinds.kind, fees.year;
$$;

-- A page of the seats, the most wanted first, each with its ranks in the lists that were compared with, and those of its
-- category in the first rounds and mocks of other years. Seats out of reach are left out unless `words` names them; a known fee above
-- the limit leaves a seat out, an unknown one does not.
create function public.search_seats(
  exam text, rank numeric default null, category text default 'GM', is_rural boolean default false,
  is_kannada_medium boolean default false, is_371j boolean default false, course_keys text[] default null,
  districts text[] default null, kinds text[] default null, fee_limit integer default null, year smallint default null,
  round text default null, target text default null, words text[] default null, page_size integer default 50,
  page_offset integer default 0
) returns table (
  seat_id integer, best_category text, closing_rank numeric, list_year smallint, list_round text, is_provisional boolean, agree smallint,
  differ smallint, source text, word text, low smallint, high smallint, pairs smallint, first_year smallint,
  last_year smallint, kind text, reason text, is_new boolean, college_code text, college_name text, college_slug text,
  place text, district text, college_kind text, course_key text, course_name text, kea_seats smallint, fee integer,
  fee_year smallint, ranks json, total bigint
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set jit = off
as $$
#variable_conflict use_column
declare
  which constant text := search_seats.exam;
  shown smallint[];
  counted smallint[];
  history smallint[];
  before smallint[];
  reference smallint[];
  reference_year smallint;
  fees_of_kinds jsonb;
  year_of_kinds smallint;
begin
  if (page_size between 1 and 500 and page_offset between 0 and 100000) is not true
    or cardinality(course_keys) > 200 or cardinality(districts) > 50 or cardinality(kinds) > 20 or cardinality(words) > 6
  then
    raise exception 'Ask for less at a time.' using errcode = 'P0001';
  end if;
  select array_agg(editions.edition_id), max(editions.list_year) into reference, reference_year
  from private.reference_editions(which, search_seats.year, search_seats.round, target) editions;
  select array_agg(categories.id), array_agg(categories.id) filter (where codes.is_counted) into shown, counted
  from public.categories_of(which, search_seats.category, is_rural, is_kannada_medium, is_371j) codes
    join public.cutoff_categories categories on categories.code = codes.code;
  select jsonb_object_agg(fees.kind, fees.rupees), max(fees.year) into fees_of_kinds, year_of_kinds
  from private.kind_fees_of(which, search_seats.category) fees;
  -- The first round and the mock of each year, and the round that was asked for.
  select
    array_agg(editions.edition_id) filter (where editions.position <= 1 or editions.round = search_seats.round),
    array_agg(editions.edition_id) filter (where editions.year < reference_year)
    into history, before
  from public.current_editions editions where editions.merit_list = which;
  return query
    with found as (
      select
        compared.*, seats.college_id, seats.course_id,
        coalesce(seat_fees.rupees, (fees_of_kinds ->> colleges.kind)::integer) as fee,
        coalesce(seat_fees.year, case when fees_of_kinds ? colleges.kind then year_of_kinds end) as fee_year
      from private.compared_seats(
          which, search_seats.rank, search_seats.category, is_rural, is_kannada_medium, is_371j, search_seats.year,
          search_seats.round, target, null
        ) compared
        join public.college_courses seats on seats.id = compared.seat_id and seats.is_published
        join public.colleges on colleges.id = seats.college_id
        join public.courses on courses.id = seats.course_id
        left join lateral (
          select fees.rupees, fees.year from public.seat_fees fees
          where which = 'UGNEET' and fees.seat_id = seats.id order by fees.year desc limit 1
        ) seat_fees on true
      -- With "or", the planner would expect few seats and join them one by one.
      where case when search_seats.words is null then compared.word is distinct from 'out of reach' else compared.word = any (search_seats.words) end
        and case when search_seats.course_keys is null then true else courses.key = any (search_seats.course_keys) end
        and case when search_seats.districts is null then true else colleges.district = any (search_seats.districts) end
        and case when search_seats.kinds is null then true else colleges.kind = any (search_seats.kinds) end
        and case
          when search_seats.fee_limit is null then true
          else coalesce(seat_fees.rupees, (fees_of_kinds ->> colleges.kind)::integer, 0) <= search_seats.fee_limit
        end
    ), page as materialized (
      select found.*, count(*) over () as total
      from found order by found.closing_rank, found.seat_id
      limit page_size offset page_offset
    ), past_lists as materialized (
      select
        editions.edition_id, editions.year, editions.round, editions.position, editions.is_mock, editions.is_provisional,
        known.id as category_id, known.code
      from public.current_editions editions cross join public.cutoff_categories known
      where editions.edition_id = any (history) and known.id = any (shown)
    )
    select
      page.seat_id, categories.code, best.rank, rounds.year, rounds.round, editions.is_provisional, best.agree,
      best.differ, sources.code, page.word, page.low, page.high, page.pairs, page.first_year, page.last_year, page.kind,
      page.reason,
      before is not null and not exists (
        select from public.closing_ranks earlier where earlier.seat_id = page.seat_id and earlier.edition_id = any (before)
      ),
      colleges.code, colleges.name, colleges.slug, colleges.place, colleges.district, colleges.kind, courses.key,
      courses.name, counts.kea_seats, page.fee, page.fee_year, coalesce(past.ranks, '[]'), page.total
    from page
      join public.cutoff_editions editions on editions.id = page.edition_id
      join public.cutoff_lists lists on lists.id = editions.list_id
      join public.cutoff_rounds rounds on rounds.id = lists.round_id
      join public.cutoff_categories categories on categories.id = page.category_id
      join public.closing_ranks best
        on best.seat_id = page.seat_id and best.edition_id = page.edition_id and best.category_id = page.category_id
      join public.cutoff_sources sources on sources.id = best.source_id
      join public.colleges on colleges.id = page.college_id
      join public.courses on courses.id = page.course_id
      left join lateral (
        select seat_counts.kea_seats from public.seat_counts where seat_counts.seat_id = page.seat_id order by seat_counts.year desc limit 1
      ) counts on true
      cross join lateral (
        select json_agg(json_build_object(
          'year', past_lists.year, 'round', past_lists.round, 'category', past_lists.code, 'rank', closing.rank,
          'agree', closing.agree, 'differ', closing.differ, 'isProvisional', past_lists.is_provisional,
          'isMock', past_lists.is_mock, 'isCounted', closing.category_id = any (counted)
        ) order by past_lists.year desc, past_lists.position desc, closing.rank desc, past_lists.code) as ranks
        from public.closing_ranks closing
          join past_lists on past_lists.edition_id = closing.edition_id and past_lists.category_id = closing.category_id
        where closing.seat_id = page.seat_id and closing.edition_id = any (history)
          and (closing.category_id = page.category_id or closing.edition_id = any (reference))
      ) past
    order by page.closing_rank, page.seat_id;
end
$$;

grant execute on function public.search_seats(
  text, numeric, text, boolean, boolean, boolean, text[], text[], text[], integer, smallint, text, text, text[], integer,
  integer
) to authenticated, maarga_server;
