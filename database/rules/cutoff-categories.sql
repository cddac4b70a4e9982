-- needs: cutoffs
-- The categories whose seats a candidate can take (docs/decisions/0088-counted-categories.md). A candidate gives a category and claims: rural,
-- Kannada medium, Article 371(J). Screens show the codes that count.

-- The categories whose seats a candidate of a category can take. Where is_counted is false, the ranks are shown beside
-- and never counted: KEA prints SC as four groups since 2026, and without a group nobody can say which one holds.
create view private.category_rights with (security_invoker = true) as
select *
from (values
  ('GM', 'GM', true),
  ('1', '1', true), ('1', 'GM', true),
  ('2A', '2A', true), ('2A', 'GM', true),
  ('2B', '2B', true), ('2B', 'GM', true),
  ('3A', '3A', true), ('3A', 'GM', true),
  ('3B', '3B', true), ('3B', 'GM', true),
  ('SC', 'SC', true), ('SC', 'GM', true),
  ('SC', 'S1', false), ('SC', 'S2', false), ('SC', 'S3', false), ('SC', 'S4', false),
  ('S1', 'S1', true), ('S1', 'SC', true), ('S1', 'GM', true),
  ('S2', 'S2', true), ('S2', 'SC', true), ('S2', 'GM', true),
  ('S3', 'S3', true), ('S3', 'SC', true), ('S3', 'GM', true),
  ('S4', 'S4', true), ('S4', 'SC', true), ('S4', 'GM', true),
  ('ST', 'ST', true), ('ST', 'GM', true)
) as rights (category, seats_of, is_counted);

-- The codes with which KEA prints the pools of a category, and the claims that their seats require.
create view private.category_pools with (security_invoker = true) as
select *
from (values
  ('G', false, false, false),
  ('R', true, false, false),
  ('K', false, true, false),
  ('H', false, false, true),
  ('RH', true, false, true),
  ('KH', false, true, true)
) as pools (suffix, needs_rural, needs_kannada_medium, needs_371j);

-- The other seats that candidates of every category can take. Seats that need a proof of another kind (NRI, minority,
-- disability, sports and the like) are not counted.
create view private.other_rights with (security_invoker = true) as
select *
from (values
  ('UGNEET', 'GMP', false), ('UGNEET', 'GMPH', true), ('UGNEET', 'OPN', false), ('UGNEET', 'OTH', false),
  ('UGCET-BSCNURSING', 'GMP', false), ('UGCET-BSCNURSING', 'GMPH', true), ('UGCET-BSCNURSING', 'OPN', false),
  ('UGCET-NATUROPATHYYOGA', 'GMP', false), ('UGCET-NATUROPATHYYOGA', 'OPN', false),
  ('COMEDK', 'GM', false), ('COMEDK', 'KKR', true)
) as rights (merit_list, code, needs_371j);

-- The codes for a candidate, their own category first. An unknown exam or category has none.
create function public.categories_of(
  exam text, category text default 'GM', is_rural boolean default false, is_kannada_medium boolean default false,
  is_371j boolean default false
) returns table (code text, is_counted boolean, note text)
language sql stable security definer rows 6 set search_path = ''
as $$
  with codes as (
    select
      case when rights.seats_of = 'GM' and pools.suffix = 'G' then 'GM'
        when pools.suffix = 'G' then rights.seats_of || 'G' else rights.seats_of || pools.suffix end as code,
      rights.is_counted,
      case
        when not rights.is_counted then 'KEA prints SC as S1 to S4 since 2026: with a group, its ranks count.'
        when rights.category ~ '^S[1-4]$' and rights.seats_of = 'SC'
          then 'The SC of lists before 2026 has no exact successor.'
      end as note,
      case when rights.seats_of = rights.category then 1 when rights.seats_of = 'GM' then 3 else 2 end as place,
      array_position(array['G', 'R', 'K', 'H', 'RH', 'KH'], pools.suffix) as pool
    from private.category_rights rights
      cross join private.category_pools pools
      join public.merit_lists on merit_lists.code = categories_of.exam and merit_lists.exam <> 'COMEDK'
    where rights.category = categories_of.category
      and (categories_of.is_rural or not pools.needs_rural)
      and (categories_of.is_kannada_medium or not pools.needs_kannada_medium)
      and (categories_of.is_371j or not pools.needs_371j)
    union all
    select rights.code, true, null, 4, 1
    from private.other_rights rights
    where rights.merit_list = categories_of.exam and (categories_of.is_371j or not rights.needs_371j)
      and exists (select from private.category_rights known where known.category = categories_of.category)
  )
  select codes.code, codes.is_counted, codes.note from codes order by codes.is_counted desc, place, codes.pool, codes.code;
$$;

grant execute on function public.categories_of(text, text, boolean, boolean, boolean) to authenticated, maarga_server;
