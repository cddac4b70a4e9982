-- needs: cutoffs cutoff-categories cutoff-likelihood
-- The closing ranks that a candidate's rank is compared with, and the best one of each seat. These functions read no row of a
-- person. `which` is the code of a merit list; ranks of two merit lists are never compared.

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

-- The lists of those editions by category that counts, each with its table of what a distance has meant.
create function private.compared_scales(
  which text, category text, is_rural boolean, is_kannada_medium boolean, is_371j boolean, year smallint, round text,
  target text
) returns table (
  number integer, edition_id smallint, category_id smallint, kind text, category_group text, lows smallint[],
  highs smallint[], pairs smallint, first_year smallint, last_year smallint, reason text
)
language sql stable rows 20 set search_path = ''
as $$
  select
    row_number() over (order by known.id, reference.edition_id)::integer, reference.edition_id, known.id, reference.kind,
    private.cutoff_group(known.code), tables.lows, tables.highs, tables.pairs, tables.first_year, tables.last_year,
    case
      when successor.is_missing then 'no successor'
      when reference.kind is null then 'no later round'
      when tables.pairs is null then 'too few pairs'
    end
  from private.reference_editions(which, compared_scales.year, compared_scales.round, target) reference
    cross join public.categories_of(which, compared_scales.category, is_rural, is_kannada_medium, is_371j) counted
    join public.cutoff_categories known on known.code = counted.code and counted.is_counted
    -- KEA prints SC as S1 to S4 since 2026.
    cross join lateral (
      select known.code ~ '^SC' and reference.kind ~ '^year' and reference.list_year >= 2025 and which ~ '^UGCET' as is_missing
    ) successor
    left join private.likelihood_ranges tables
      on tables.merit_list = which and tables.kind = reference.kind
      and tables.category_group = private.cutoff_group(known.code) and not successor.is_missing;
$$;

-- The closing ranks at which the distance of a rank is one of the table, in ascending order, for width_bucket: one step is
-- each of these itself, the next is all up to the following one. As floats, which are compared faster; they tell any two
-- closing ranks apart, which have three decimals at most.
create function private.cutoff_marks(rank numeric) returns double precision[]
language plpgsql immutable set search_path = ''
as $$
begin
  if cutoff_marks.rank <= 0 or cutoff_marks.rank >= 10000000 then
    raise exception 'Write the rank as a number between 1 and 9999999.' using errcode = 'P0001';
  end if;
  return (
    select array_agg(edge::double precision order by edge)
    from unnest(private.cutoff_distances()) as distance
      cross join lateral (select cutoff_marks.rank / distance as mark) as exact
      cross join lateral (values (mark), (case when mark = round(mark, 3) then mark + 0.0005 else mark end)) as edges (edge)
    where cutoff_marks.rank is not null
  );
end
$$;

-- The lowest and the highest share at a step between those marks: between two distances of a table, the range is that of
-- both. Null without a table or without a rank.
create function private.low_at(shares smallint[], step integer) returns smallint
language sql immutable
return case
  when shares is not null and step is not null
    then coalesce(shares[(2 * cardinality(shares) + 2 - step) / 2], 0::smallint)
end;

create function private.high_at(shares smallint[], step integer) returns smallint
language sql immutable
return case
  when shares is not null and step is not null
    then coalesce(shares[(2 * cardinality(shares) + 1 - step) / 2], 100::smallint)
end;

-- The best closing rank of each seat for a candidate: that with the best range. A category without a range comes before "a
-- stretch" if the candidate's rank reached its last closing rank. seat_ids: null for all seats, of closing ranks within
-- five times the candidate's. One number has all that decides, the most important part first, so that a search over all
-- seats sorts nothing: the range, the closing rank in thousandths, and last the scale, of which the first wins.
create function private.compared_seats(
  which text, rank numeric, category text, is_rural boolean, is_kannada_medium boolean, is_371j boolean, year smallint,
  round text, target text, seat_ids integer[]
) returns table (
  seat_id integer, edition_id smallint, category_id smallint, closing_rank double precision, kind text, low smallint,
  high smallint, pairs smallint, first_year smallint, last_year smallint, reason text, word text
)
-- The estimate is high, so that a search joins all seats at once and not one by one.
language plpgsql stable rows 20000 set search_path = '' set plan_cache_mode = force_custom_plan set jit = off
as $$
#variable_conflict use_column
declare
  marks constant double precision[] := private.cutoff_marks(compared_seats.rank);
begin
  return query
    with scales as materialized (
      select scales.*, (
        select array_agg(
          (
            (coalesce(low, case when step > 2 * reached.place then 24 else -1 end) + 1) * 102 + coalesce(high + 1, 0)
          )::bigint << 49 order by step
        )
        from generate_series(0, coalesce(cardinality(marks), 0)) as step
          cross join lateral (select case when marks is not null then step end as known) own
          cross join lateral (
            select private.low_at(scales.lows, own.known) as low, private.high_at(scales.highs, own.known) as high
          ) share
      ) as weights
      from private.compared_scales(
          which, compared_seats.category, is_rural, is_kannada_medium, is_371j, compared_seats.year, compared_seats.round, target
        ) scales
        -- The closing ranks up to the candidate's.
        cross join lateral (
          select count(*) as place from unnest(private.cutoff_distances()) as distance where distance > 1
        ) reached
    ), best as (
      select
        closing.seat_id,
        max(
          scales.weights[coalesce(width_bucket(closing.rank::double precision, marks), 0) + 1]
          + ((closing.rank::double precision * 1000)::bigint << 15) + 32767 - scales.number
        ) as choice
      from scales
        join public.closing_ranks closing
          on closing.edition_id = scales.edition_id and closing.category_id = scales.category_id
      where (compared_seats.seat_ids is null or closing.seat_id = any (compared_seats.seat_ids))
        and (compared_seats.rank is null or compared_seats.seat_ids is not null or closing.rank >= compared_seats.rank / 5)
      group by closing.seat_id
    )
    select
      best.seat_id, scales.edition_id, scales.category_id, ((best.choice >> 15) & 17179869183) / 1000::double precision,
      scales.kind, range.low, range.high, scales.pairs, scales.first_year, scales.last_year,
      case when compared_seats.rank is null then 'no rank given' else scales.reason end,
      private.likelihood_word(range.low, range.high)
    from best
      join scales on scales.number = 32767 - (best.choice & 32767)
      cross join lateral (select (best.choice >> 49)::integer as weight) own
      cross join lateral (
        select
          case when own.weight % 102 > 0 then (own.weight / 102 - 1)::smallint end as low,
          case when own.weight % 102 > 0 then (own.weight % 102 - 1)::smallint end as high
      ) range;
end
$$;
