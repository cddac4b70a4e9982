-- The back-test of closing ranks (docs/decisions/0089-likelihood.md). database/rules/cutoff-calibration.sql fills these tables, which
-- nothing else writes: tables, because a search reads them faster than a view of constants.
create table private.cutoff_calibration (
  merit_list text not null,
  -- The kind of the compared lists, such as 'year-1' or 'mock-1': private.cutoff_kind().
  kind text not null,
  category_group text not null,
  from_year smallint not null,
  to_year smallint not null,
  -- Closing ranks of the earlier list, and those of them that are in the later one too.
  cells integer not null,
  followed integer not null,
  -- Percent in reach at each of private.cutoff_distances().
  shares smallint[] not null,
  primary key (merit_list, kind, category_group, from_year)
);
alter table private.cutoff_calibration enable row level security;

-- The lowest and the highest share of the pairs of lists.
create table private.likelihood_ranges (
  merit_list text not null,
  kind text not null,
  category_group text not null,
  pairs smallint not null,
  first_year smallint not null,
  last_year smallint not null,
  lows smallint[] not null,
  highs smallint[] not null,
  primary key (merit_list, kind, category_group)
);
alter table private.likelihood_ranges enable row level security;
