-- needs: cutoffs cutoff-calibration
-- The meaning of a candidate's distance from a closing rank (docs/decisions/0089-likelihood.md). The distance is their rank
-- divided by the closing rank: below 1, they are ahead of it.

-- The distances at which the shares of private.cutoff_calibration are counted.
create function private.cutoff_distances() returns numeric[]
language sql immutable
return array[
  0.1, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3,
  1.35, 1.4, 1.45, 1.5, 1.75, 2, 2.5, 3, 4, 5
];

-- The categories that moved alike, so that they are counted together. Null: too few figures of their own.
create function private.cutoff_group(code text) returns text
language sql immutable
return case
  when code ~ '^(GMPH?|OPN|OTH|NRI|KKR)$' then code
  when code ~ '^(GM[RK]?H?|(1|2A|2B|3A|3B|SC|ST|S[1-4])(G|H|[RK]H?))$' then
    case when code ~ '^GM' then 'General Merit' when code ~ '^S' then 'SC and ST' else 'other categories' end
    || case when code ~ '[RK]H?$' then ', rural or Kannada medium' else '' end
    || case when code ~ 'H$' then ', 371(J)' else '' end
end;

-- The kind of comparison between a round and the list that follows it. Null: nothing follows.
create function private.cutoff_kind(round text, place smallint, target text) returns text
language sql immutable
return case
  when round = 'mock1' then 'mock1-1'
  when place <= 0 then 'mock-1'
  when target = 'round' then case place when 1 then '1-2' when 2 then '2-last' end
  else 'year-' || case place when 1 then '1' when 2 then '2' else 'last' end
end;

-- The pairs of a list and the one that followed it, with their kind.
create view private.cutoff_pairs with (security_invoker = true) as
select
  earlier.merit_list, steps.kind, earlier.region, earlier.edition_id as earlier, later.edition_id as later,
  earlier.year as from_year, later.year as to_year
from public.current_editions earlier
  join public.current_editions later on later.merit_list_id = earlier.merit_list_id and later.region = earlier.region
  cross join lateral (
    select case
      when later.year = earlier.year and earlier.position <= 0 and later.position = 1
        then private.cutoff_kind(earlier.round, earlier.position, null)
      when later.year = earlier.year and earlier.position > 0 and later.position = earlier.position + 1
        then private.cutoff_kind(earlier.round, earlier.position, 'round')
      when later.year = earlier.year + 1 and earlier.position > 0 and later.position = earlier.position
        then private.cutoff_kind(earlier.round, earlier.position, 'year')
    end as kind
  ) steps
where steps.kind is not null;

-- The back-test: for each pair of a list and the one that followed it, the share of closing ranks, in whole percent,
-- that a candidate at each distance would have reached in the later one. Closing ranks without a successor are counted
-- apart. A share is 0 or 100 only if it is exact. A single pair of lists gives no range, and at least 50 closing ranks
-- are needed.
create function private.calibrate_cutoffs() returns table (
  merit_list text, kind text, category_group text, from_year smallint, to_year smallint, cells integer, followed integer,
  shares smallint[]
)
language sql stable set search_path = ''
as $$
  -- Worked out once for each category, not for each of 338,981 closing ranks.
  with groups as materialized (
    select id, private.cutoff_group(code) as category_group from public.cutoff_categories
  ), counted as (
    select pairs.merit_list, pairs.kind, groups.category_group, pairs.from_year, pairs.to_year,
      width_bucket(later.rank / earlier.rank, private.cutoff_distances()) as reached, count(*) as cells
    from private.cutoff_pairs pairs
      join public.closing_ranks earlier on earlier.edition_id = pairs.earlier
      join groups on groups.id = earlier.category_id and groups.category_group is not null
      left join public.closing_ranks later
        on later.seat_id = earlier.seat_id and later.edition_id = pairs.later and later.category_id = earlier.category_id
    group by 1, 2, 3, 4, 5, 6
  ), totals as (
    select counted.merit_list, counted.kind, counted.category_group, counted.from_year, counted.to_year,
      sum(counted.cells)::integer as cells, sum(counted.cells) filter (where reached is not null)::integer as followed,
      array_agg(counted.cells order by reached) filter (where reached is not null) as counts,
      array_agg(reached order by reached) filter (where reached is not null) as steps
    from counted
    group by 1, 2, 3, 4, 5
  ), enough as (
    select totals.*, count(*) over (partition by totals.merit_list, totals.kind, totals.category_group) as pairs
    from totals where totals.followed >= 50
  )
  select enough.merit_list, enough.kind, enough.category_group, enough.from_year, enough.to_year, enough.cells,
    enough.followed, (
      select array_agg(
        (case when share > 99 and share < 100 then 99 when share < 1 and share > 0 then 1 else round(share) end)::smallint
        order by step
      )
      from (
        select step, (
          select coalesce(sum(amount), 0) from unnest(enough.counts, enough.steps) as each (amount, at) where at >= step
        ) * 100.0 / enough.followed as share
        from generate_series(1, cardinality(private.cutoff_distances())) as step
      ) as exact
    )
  from enough
  where enough.pairs >= 2
  order by 1, 2, 3, 4;
$$;

-- The word for a range. domain/likelihood.ts has the same limits, to explain them.
create function private.likelihood_word(low smallint, high smallint) returns text
language sql immutable
return case
  when low >= 95 then 'sure'
  when low >= 80 then 'likely'
  when low >= 25 then 'open'
  when high >= 5 then 'a stretch'
  when high < 5 then 'out of reach'
end;
