-- needs: cutoffs cutoff-categories cutoff-likelihood
-- The word for a seat and a candidate. These functions read no row of a person. They are definers, because closing ranks have
-- no grant. `which` is the code of a merit list; ranks of two merit lists are never compared.

-- The editions that a candidate's rank is compared with. Without a year and a round: the newest mock or first round, of the
-- general and of the 371(J) list each, because KEA may publish one without the other.
create function private.reference_editions(which text, year smallint, round text, target text) returns table (
  edition_id smallint, list_year smallint, kind text
)
language sql stable rows 2 set search_path = ''
as $$
  select distinct on (editions.region)
    editions.edition_id, editions.year, private.cutoff_kind(editions.round, editions.position, target)
  from public.current_editions editions
  where editions.merit_list = which
    and (reference_editions.year is null or editions.year = reference_editions.year)
    and case when reference_editions.round is null then editions.position <= 1 else editions.round = reference_editions.round end
  order by editions.region, editions.year desc, editions.position desc;
$$;

-- The closing ranks of those editions in the categories that count, each with what the candidate's distance has meant.
-- seat_ids: null for all seats, of closing ranks within five times the candidate's.
create function private.judged_ranks(
  which text, rank numeric, category text, is_rural boolean, is_kannada_medium boolean, is_371j boolean, year smallint,
  round text, target text, seat_ids integer[]
) returns table (
  seat_id integer, edition_id smallint, category_id smallint, closing_rank numeric, agree smallint, differ smallint,
  source_id smallint, kind text, category_group text, distance numeric, low smallint, high smallint, pairs smallint,
  first_year smallint, last_year smallint, reason text
)
language plpgsql stable rows 5000 set search_path = '' set plan_cache_mode = force_custom_plan set jit = off
as $$
#variable_conflict use_column
declare
  distances constant numeric[] := private.cutoff_distances();
  -- Arrays, so that the planner knows how few closing ranks they are.
  editions constant smallint[] := array(
    select edition_id
    from private.reference_editions(which, judged_ranks.year, judged_ranks.round, judged_ranks.target)
  );
  categories constant smallint[] := array(
    select known.id
    from public.categories_of(
        which, judged_ranks.category, judged_ranks.is_rural, judged_ranks.is_kannada_medium, judged_ranks.is_371j
      ) counted
      join public.cutoff_categories known on known.code = counted.code
    where counted.is_counted
  );
begin
  if judged_ranks.rank <= 0 or judged_ranks.rank >= 10000000 then
    raise exception 'Write the rank as a number between 1 and 9999999.' using errcode = 'P0001';
  end if;
  return query
    with lists as materialized (
      select
        reference.edition_id, reference.kind, known.id as category_id, private.cutoff_group(known.code) as category_group,
        -- KEA prints SC as S1 to S4 since 2026.
        known.code ~ '^SC' and reference.kind ~ '^year' and reference.list_year >= 2025 and which ~ '^UGCET'
          as has_no_successor
      from private.reference_editions(which, judged_ranks.year, judged_ranks.round, judged_ranks.target) reference
        join public.cutoff_categories known on known.id = any (categories)
    ), scales as materialized (
      select lists.*, tables.lows, tables.highs, tables.pairs, tables.first_year, tables.last_year
      from lists
        left join private.likelihood_ranges tables
          on tables.merit_list = which and tables.kind = lists.kind and tables.category_group = lists.category_group
          and not lists.has_no_successor
    )
    select
      closing.seat_id, closing.edition_id, closing.category_id, closing.rank, closing.agree, closing.differ,
      closing.source_id, scales.kind, scales.category_group, own.distance,
      -- Between two distances of the table, the range is that of both.
      case when scales.lows is not null then coalesce(
        scales.lows[own.step + case when distances[own.step] = own.distance then 0 else 1 end], case when own.distance is not null then 0::smallint end
      ) end,
      case when scales.highs is not null then coalesce(
        scales.highs[own.step], case when own.distance is not null then 100::smallint end
      ) end,
      scales.pairs, scales.first_year, scales.last_year,
      case
        when judged_ranks.rank is null then 'no rank given'
        when has_no_successor then 'no successor'
        when scales.kind is null then 'no later round'
        when scales.pairs is null then 'too few pairs'
      end
    from scales
      join public.closing_ranks closing
        on closing.edition_id = scales.edition_id and closing.category_id = scales.category_id
      cross join lateral (
        select judged_ranks.rank / closing.rank as distance, width_bucket(judged_ranks.rank / closing.rank, distances) as step
      ) own
    where closing.edition_id = any (editions) and closing.category_id = any (categories)
      and (judged_ranks.seat_ids is null or closing.seat_id = any (judged_ranks.seat_ids))
      and (judged_ranks.rank is null or judged_ranks.seat_ids is not null or closing.rank >= judged_ranks.rank / 5);
end
$$;

-- The judged ranks of each seat in the category with the best range. A category without a range comes before "a stretch"
-- if the candidate's rank reached its last closing rank.
create function private.judged_seats(
  which text, rank numeric, category text, is_rural boolean, is_kannada_medium boolean, is_371j boolean, year smallint,
  round text, target text, seat_ids integer[]
) returns table (
  seat_id integer, edition_id smallint, category_id smallint, closing_rank numeric, agree smallint, differ smallint,
  source_id smallint, kind text, low smallint, high smallint, pairs smallint, first_year smallint, last_year smallint,
  reason text, word text
)
language sql stable rows 1500 set search_path = ''
as $$
  select distinct on (judged.seat_id)
    judged.seat_id, judged.edition_id, judged.category_id, judged.closing_rank, judged.agree, judged.differ,
    judged.source_id, judged.kind, judged.low, judged.high, judged.pairs, judged.first_year, judged.last_year,
    judged.reason, private.likelihood_word(judged.low, judged.high)
  from private.judged_ranks(
    which, judged_seats.rank, judged_seats.category, is_rural, is_kannada_medium, is_371j, judged_seats.year,
    judged_seats.round, target, seat_ids
  ) judged
  order by
    judged.seat_id, coalesce(judged.low, case when judged.distance <= 1 then 24 else -1 end) desc, judged.high desc nulls last,
    judged.closing_rank desc, judged.category_id;
$$;

-- The word for each of at most 500 seats, and why there is none.
create function public.seat_outlooks(
  exam text, seat_ids integer[], rank numeric default null, category text default 'GM', is_rural boolean default false,
  is_kannada_medium boolean default false, is_371j boolean default false, year smallint default null,
  round text default null, target text default null
) returns table (
  seat_id integer, best_category text, closing_rank numeric, list_year smallint, list_round text, is_provisional boolean, agree smallint,
  differ smallint, source text, word text, low smallint, high smallint, pairs smallint, first_year smallint,
  last_year smallint, kind text, reason text, counted text[], is_new boolean, is_gone boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  which constant text := seat_outlooks.exam;
  reference smallint[];
  reference_year smallint;
  before smallint[];
begin
  if cardinality(seat_outlooks.seat_ids) > 500 then
    raise exception 'Name at most 500 seats.' using errcode = 'P0001';
  end if;
  select array_agg(editions.edition_id), max(editions.list_year) into reference, reference_year
  from private.reference_editions(which, seat_outlooks.year, seat_outlooks.round, target) editions;
  select array_agg(editions.edition_id) into before
  from public.current_editions editions where editions.merit_list = which and editions.year < reference_year;
  return query
    select
      seats.id, categories.code, judged.closing_rank, editions.year, editions.round, editions.is_provisional, judged.agree,
      judged.differ, sources.code, judged.word, judged.low, judged.high, judged.pairs, judged.first_year, judged.last_year,
      judged.kind,
      case
        when judged.seat_id is not null then judged.reason
        when not is_listed then 'not listed'
        else 'no rank printed'
      end,
      (
        select coalesce(array_agg(counted.code order by counted.place), '{}')
        from public.categories_of(which, seat_outlooks.category, is_rural, is_kannada_medium, is_371j)
          with ordinality as counted (code, is_counted, note, place)
          join public.cutoff_categories known on known.code = counted.code
        where counted.is_counted and exists (
          select from public.closing_ranks closing
          where closing.seat_id = seats.id and closing.edition_id = any (reference) and closing.category_id = known.id
        )
      ),
      before is not null and is_listed and not was_listed,
      not is_listed and was_listed
    from public.college_courses seats
      join public.merit_lists on merit_lists.id = seats.merit_list_id and merit_lists.code = which
      cross join lateral (
        select
          exists (
            select from public.closing_ranks closing where closing.seat_id = seats.id and closing.edition_id = any (reference)
          ) as is_listed,
          exists (
            select from public.closing_ranks closing where closing.seat_id = seats.id and closing.edition_id = any (before)
          ) as was_listed
      ) presence
      left join private.judged_seats(
        which, seat_outlooks.rank, seat_outlooks.category, is_rural, is_kannada_medium, is_371j, seat_outlooks.year,
        seat_outlooks.round, target, seat_outlooks.seat_ids
      ) judged on judged.seat_id = seats.id
      left join public.current_editions editions on editions.edition_id = judged.edition_id
      left join public.cutoff_categories categories on categories.id = judged.category_id
      left join public.cutoff_sources sources on sources.id = judged.source_id
    where seats.id = any (seat_outlooks.seat_ids) and seats.is_published;
end
$$;

-- "At least one of these", for at most 500 seats in order of preference. All options of a year shift together, so each pair of
-- lists counts the share of its best option, never a product of chances. `years` replays the options: with the same
-- distances, the number of the first one that was in reach.
create function public.list_outlook(
  exam text, seat_ids integer[], rank numeric default null, category text default 'GM', is_rural boolean default false,
  is_kannada_medium boolean default false, is_371j boolean default false, year smallint default null,
  round text default null, target text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  which constant text := list_outlook.exam;
  distances constant numeric[] := private.cutoff_distances();
begin
  if cardinality(list_outlook.seat_ids) > 500 then
    raise exception 'Name at most 500 seats.' using errcode = 'P0001';
  end if;
  return (
    with judged as materialized (
      select
        judged.*, width_bucket(judged.distance, distances) as step,
        array_position(list_outlook.seat_ids, judged.seat_id) as place
      from private.judged_ranks(
        which, list_outlook.rank, list_outlook.category, is_rural, is_kannada_medium, is_371j, list_outlook.year,
        list_outlook.round, target, list_outlook.seat_ids
      ) judged
    ), main as (
      select judged.kind from judged where judged.low is not null group by judged.kind order by count(*) desc, judged.kind limit 1
    ), best as (
      select
        calibration.from_year, calibration.to_year,
        max(coalesce(
          calibration.shares[judged.step + case when distances[judged.step] = judged.distance then 0 else 1 end], 0
        )) as low,
        max(coalesce(calibration.shares[judged.step], 100)) as high
      from judged
        join main on main.kind = judged.kind
        join private.cutoff_calibration calibration
          on calibration.merit_list = which and calibration.kind = judged.kind
          and calibration.category_group = judged.category_group
      where judged.low is not null
      group by 1, 2
    ), range as (
      select min(low)::smallint as low, max(high)::smallint as high, count(*) as pairs, min(from_year) as first_year, max(to_year) as last_year
      from best
    ), replayed as (
      select
        pairs.from_year, pairs.to_year, count(distinct judged.place) as known,
        min(judged.place) filter (where later.rank >= judged.distance * earlier.rank) as first
      from judged
        join main on main.kind = judged.kind
        join private.cutoff_pairs pairs on pairs.merit_list = which and pairs.kind = judged.kind
        join public.closing_ranks earlier
          on earlier.seat_id = judged.seat_id and earlier.edition_id = pairs.earlier and earlier.category_id = judged.category_id
        join public.closing_ranks later
          on later.seat_id = judged.seat_id and later.edition_id = pairs.later and later.category_id = judged.category_id
      group by 1, 2
    )
    select jsonb_build_object(
      'word', private.likelihood_word(range.low, range.high), 'low', range.low, 'high', range.high, 'pairs', range.pairs,
      'kind', (select kind from main), 'firstYear', range.first_year, 'lastYear', range.last_year,
      'reason', case
        when list_outlook.rank is null then 'no rank given'
        when range.low is null then coalesce((select min(judged.reason) from judged), 'no rank printed')
      end,
      'years', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'from', replayed.from_year, 'to', replayed.to_year, 'known', replayed.known, 'first', replayed.first
        ) order by replayed.from_year), '[]')
        from replayed
      )
    )
    from range
  );
end
$$;

grant execute on function
  public.seat_outlooks(text, integer[], numeric, text, boolean, boolean, boolean, smallint, text, text),
  public.list_outlook(text, integer[], numeric, text, boolean, boolean, boolean, smallint, text, text)
  to authenticated, maarga_server;
