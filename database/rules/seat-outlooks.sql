-- needs: compared-seats
-- The word for a seat and a candidate. These functions read no row of a person. They are definers, because closing ranks have
-- no grant.

-- The word for each of at most 500 seats, and why there is none. Planned for each call, as is list_outlook: the plan for a few
-- seats takes ten times as long for five hundred.
create function public.seat_outlooks(
  exam text, seat_ids integer[], rank numeric default null, category text default 'GM', is_rural boolean default false,
  is_kannada_medium boolean default false, is_371j boolean default false, year smallint default null,
  round text default null, target text default null
) returns table (
  seat_id integer, best_category text, closing_rank numeric, list_year smallint, list_round text, is_provisional boolean, agree smallint,
  differ smallint, source text, word text, low smallint, high smallint, pairs smallint, first_year smallint,
  last_year smallint, kind text, reason text, counted text[], is_new boolean, is_gone boolean
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  which constant text := seat_outlooks.exam;
  reference smallint[];
  reference_year smallint;
  before smallint[];
  counted_ids smallint[];
begin
  if cardinality(seat_outlooks.seat_ids) > 500 then
    raise exception 'Name at most 500 seats.' using errcode = 'P0001';
  end if;
  select array_agg(editions.edition_id), max(editions.list_year) into reference, reference_year
  from private.reference_editions(which, seat_outlooks.year, seat_outlooks.round, target) editions;
  select array_agg(editions.edition_id) into before
  from public.current_editions editions where editions.merit_list = which and editions.year < reference_year;
  select array_agg(known.id order by counted.place) into counted_ids
  from public.categories_of(which, seat_outlooks.category, is_rural, is_kannada_medium, is_371j)
      with ordinality as counted (code, is_counted, note, place)
    join public.cutoff_categories known on known.code = counted.code
  where counted.is_counted;
  return query
    select
      seats.id, categories.code, best.rank, editions.year, editions.round, editions.is_provisional, best.agree,
      best.differ, sources.code, compared.word, compared.low, compared.high, compared.pairs, compared.first_year, compared.last_year,
      compared.kind,
      case
        when compared.seat_id is not null then compared.reason
        when not is_listed then 'not listed'
        else 'no rank printed'
      end,
      (
        select coalesce(array_agg(known.code order by array_position(counted_ids, known.id)), '{}')
        from public.cutoff_categories known
        where known.id = any (counted_ids) and exists (
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
      left join private.compared_seats(
        which, seat_outlooks.rank, seat_outlooks.category, is_rural, is_kannada_medium, is_371j, seat_outlooks.year,
        seat_outlooks.round, target, seat_outlooks.seat_ids
      ) compared on compared.seat_id = seats.id
      left join public.current_editions editions on editions.edition_id = compared.edition_id
      left join public.cutoff_categories categories on categories.id = compared.category_id
      left join public.closing_ranks best
        on best.seat_id = compared.seat_id and best.edition_id = compared.edition_id and best.category_id = compared.category_id
      left join public.cutoff_sources sources on sources.id = best.source_id
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
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  which constant text := list_outlook.exam;
  marks constant double precision[] := private.cutoff_marks(list_outlook.rank);
begin
  if cardinality(list_outlook.seat_ids) > 500 then
    raise exception 'Name at most 500 seats.' using errcode = 'P0001';
  end if;
  return (
    with compared as materialized (
      select
        closing.seat_id, closing.category_id, scales.kind, scales.category_group, own.step,
        list_outlook.rank / closing.rank as distance, private.low_at(scales.lows, own.step) as low,
        case when list_outlook.rank is null then 'no rank given' else scales.reason end as reason,
        array_position(list_outlook.seat_ids, closing.seat_id) as place
      from private.compared_scales(
          which, list_outlook.category, is_rural, is_kannada_medium, is_371j, list_outlook.year, list_outlook.round, target
        ) scales
        join public.closing_ranks closing
          on closing.edition_id = scales.edition_id and closing.category_id = scales.category_id
        cross join lateral (select width_bucket(closing.rank::double precision, marks) as step) own
      where closing.seat_id = any (list_outlook.seat_ids)
    ), main as (
      select compared.kind from compared where compared.low is not null group by compared.kind order by count(*) desc, compared.kind limit 1
    ), best as (
      select
        calibration.from_year, calibration.to_year,
        max(private.low_at(calibration.shares, compared.step)) as low,
        max(private.high_at(calibration.shares, compared.step)) as high
      from compared
        join main on main.kind = compared.kind
        join private.cutoff_calibration calibration
          on calibration.merit_list = which and calibration.kind = compared.kind
          and calibration.category_group = compared.category_group
      where compared.low is not null
      group by 1, 2
    ), range as (
      select min(low)::smallint as low, max(high)::smallint as high, count(*) as pairs, min(from_year) as first_year, max(to_year) as last_year
      from best
    ), pairs as materialized (
      select pairs.earlier, pairs.later, pairs.from_year, pairs.to_year
      from main join private.cutoff_pairs pairs on pairs.merit_list = which and pairs.kind = main.kind
    ), ranks as materialized (
      -- The closing ranks of all options at once: one by one, each option would read whole lists.
      select closing.seat_id, closing.category_id, closing.edition_id, closing.rank
      from public.closing_ranks closing
      where closing.seat_id = any (list_outlook.seat_ids)
        and closing.edition_id = any (array(select earlier from pairs union select later from pairs))
        and closing.category_id = any (array(select distinct category_id from compared))
    ), followed as materialized (
      select
        pairs.from_year, pairs.to_year, ranks.seat_id, ranks.category_id,
        min(ranks.rank) filter (where ranks.edition_id = pairs.earlier) as earlier,
        min(ranks.rank) filter (where ranks.edition_id = pairs.later) as later
      from pairs join ranks on ranks.edition_id in (pairs.earlier, pairs.later)
      group by 1, 2, 3, 4
    ), replayed as (
      select
        followed.from_year, followed.to_year, count(distinct compared.place) as known,
        min(compared.place) filter (where followed.later >= compared.distance * followed.earlier) as first
      from compared
        join main on main.kind = compared.kind
        join followed on followed.seat_id = compared.seat_id and followed.category_id = compared.category_id
      where followed.earlier is not null and followed.later is not null
      group by 1, 2
    )
    select jsonb_build_object(
      'word', private.likelihood_word(range.low, range.high), 'low', range.low, 'high', range.high, 'pairs', range.pairs,
      'kind', (select kind from main), 'firstYear', range.first_year, 'lastYear', range.last_year,
      'reason', case
        when list_outlook.rank is null then 'no rank given'
        when range.low is null then coalesce((select min(compared.reason) from compared), 'no rank printed')
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
