-- needs: cutoff-editions audit-actions
-- New lists, as admins and the operator bring them in: an edition is added as a preview, compared with the one before it,
-- and published or discarded (docs/decisions/0086-editions-of-lists.md).

-- As in domain/round-names.ts.
create function private.round_name(round text) returns text
language sql immutable set search_path = ''
return case round
  when 'mock' then 'Mock allotment' when 'mock1' then 'First mock allotment' when 'mock2' then 'Second mock allotment'
  when 'ext' then 'Extended round' when '2ext' then 'Second extended round' else 'Round ' || round
end;

-- The name of the list of an edition, for people.
create function private.edition_label(edition smallint) returns text
language sql stable set search_path = ''
as $$
  select
    merit_list.name || ' ' || round.year || ', ' || private.round_name(round.round)
    || case list.region when '371j' then ', 371(J)' else '' end
  from public.cutoff_editions
    join public.cutoff_lists list on list.id = list_id
    join public.cutoff_rounds round on round.id = round_id
    join public.merit_lists merit_list on merit_list.id = merit_list_id
  where cutoff_editions.id = edition;
$$;

-- The edition to compare with: the current one of the list, or that of the latest earlier round for the same region.
create function private.edition_before(edition smallint) returns smallint
language sql stable set search_path = ''
as $$
  select before.edition_id
  from public.cutoff_editions subject
    join public.cutoff_lists list on list.id = subject.list_id
    join public.cutoff_rounds round on round.id = list.round_id
    join public.current_editions before
      on before.merit_list_id = round.merit_list_id and before.region = list.region and before.edition_id <> subject.id
  where subject.id = edition
    and (before.list_id = list.id or (before.year, before.position) < (round.year, round.position))
  order by before.list_id = list.id desc, before.year desc, before.position desc
  limit 1;
$$;

create function private.compare_edition(edition smallint) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  before smallint := private.edition_before(edition);
  result jsonb;
begin
  with figures as (
    select
      seat_id, category_id, min(rank) filter (where edition_id = edition) as rank,
      min(rank) filter (where edition_id = before) as rank_before
    from public.closing_ranks where edition_id in (edition, before)
    group by seat_id, category_id
  ), seats as (
    select seat_id, bool_or(rank is not null) as is_in, bool_or(rank_before is not null) as was_in
    from figures group by seat_id
  ), named as (
    select
      seats.*, college.code as college, college.name as college_name, course.key as course,
      bool_or(is_in) over (partition by college.id) as college_in, bool_or(was_in) over (partition by college.id) as college_was_in
    from seats
      join public.college_courses seat on seat.id = seat_id
      join public.colleges college on college.id = seat.college_id
      join public.courses course on course.id = seat.course_id
  ), moved as (
    select *, greatest(rank / rank_before, rank_before / rank) as factor
    from figures where rank is not null and rank_before is not null
  ), categories as (
    select code, bool_or(rank is not null) as is_in, bool_or(rank_before is not null) as was_in
    from figures join public.cutoff_categories on id = category_id group by code
  )
  select jsonb_build_object(
    'before', before, 'before_label', private.edition_label(before),
    'is_same_list', (select list_id from public.cutoff_editions where id = before)
      = (select list_id from public.cutoff_editions where id = edition),
    'is_same_file', (select source_sha256 from public.cutoff_editions where id = before)
      = (select source_sha256 from public.cutoff_editions where id = edition),
    'ranks', (select count(rank) from figures), 'ranks_before', (select count(rank_before) from figures),
    'added', (select count(*) from figures where rank_before is null),
    'gone', (select count(*) from figures where rank is null),
    'equal', (select count(*) from moved where factor = 1),
    'changed', (select count(*) from moved where factor <> 1),
    'odd', (select count(*) from moved where factor > 3),
    'new_colleges', (
      select coalesce(jsonb_agg(distinct college || ' ' || college_name), '[]')
      from named where college_in and not college_was_in
    ),
    'gone_colleges', (
      select coalesce(jsonb_agg(distinct college || ' ' || college_name), '[]')
      from named where college_was_in and not college_in
    ),
    'new_courses', (
      select coalesce(jsonb_agg(college || ' ' || course order by college, course), '[]')
      from named where is_in and not was_in and college_was_in
    ),
    'gone_courses', (
      select coalesce(jsonb_agg(college || ' ' || course order by college, course), '[]')
      from named where was_in and not is_in and college_in
    ),
    'new_categories', (select coalesce(jsonb_agg(code order by code), '[]') from categories where is_in and not was_in),
    'gone_categories', (select coalesce(jsonb_agg(code order by code), '[]') from categories where was_in and not is_in),
    'examples', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'seat', college || ' ' || course, 'category', category.code, 'rank', odd.rank, 'rank_before', odd.rank_before
      ) order by factor desc), '[]')
      from (select * from moved where factor > 3 order by factor desc limit 20) as odd
        join named using (seat_id) join public.cutoff_categories category on category.id = odd.category_id
    )
  ) into result;
  return result;
end
$$;

-- Publishes an edition that was compared with compared_with, which may have been replaced meanwhile.
create function private.publish_compared(edition smallint, compared_with smallint, published_by text) returns void
language plpgsql set search_path = ''
as $$
declare
  subject public.cutoff_editions;
begin
  perform from public.cutoff_lists
    where id = (select list_id from public.cutoff_editions where id = edition) for update;
  select * into subject from public.cutoff_editions where id = edition;
  if not found or subject.state not in ('preview', 'replaced') then
    perform private.refuse('This edition is published already, or was discarded.');
  elsif subject.ranks = 0 then
    perform private.refuse('This edition has no ranks.');
  elsif private.edition_before(edition) is distinct from compared_with then
    perform private.refuse('Another edition was published in the meantime. Please compare again.');
  end if;
  perform private.publish_edition(edition, publish_compared.published_by);
  perform private.record_action(
    'list published', null, private.edition_label(edition),
    jsonb_build_object('edition', edition, 'ranks', subject.ranks, 'replaces', compared_with)
  );
end
$$;

-- Forgets the ranks of a preview, and the seats that only it had.
create function private.discard_edition(edition smallint) returns void
language plpgsql set search_path = ''
as $$
declare
  subject public.cutoff_editions;
  seats integer[];
begin
  select * into subject from public.cutoff_editions where id = edition for update;
  if not found or subject.state <> 'preview' then
    perform private.refuse('Only a preview can be discarded.');
  end if;
  with forgotten as (
    delete from public.closing_ranks where edition_id = edition returning seat_id
  )
  select array_agg(distinct seat_id) into seats from forgotten;
  delete from public.college_courses seat
  where id = any (seats) and not is_published
    and not exists (select from public.closing_ranks where seat_id = seat.id);
  update public.cutoff_editions set state = 'discarded' where id = edition;
  perform private.record_action(
    'list discarded', null, private.edition_label(edition),
    jsonb_build_object('edition', edition, 'ranks', subject.ranks)
  );
end
$$;

-- Adds a preview of a file. The lock of the list serializes concurrent calls, so that a file that is sent again because
-- its answer was lost does not become a second preview.
create function private.add_preview(
  merit_list text, year integer, round text, region text, facts jsonb, added_by text
) returns smallint
language plpgsql set search_path = ''
as $$
declare
  added smallint := private.add_edition(merit_list, year, round, region, facts, added_by);
begin
  perform from public.cutoff_lists
    where id = (select list_id from public.cutoff_editions where id = added) for update;
  if exists (
    select
    from public.cutoff_editions subject
      join public.cutoff_editions other
        on other.list_id = subject.list_id and other.source_sha256 = subject.source_sha256
    where subject.id = added and other.id <> added and other.state = 'preview'
  ) then
    perform private.refuse('This file is a preview already.');
  end if;
  return added;
end
$$;

-- Adds a preview. Its ranks follow in parts, in the same transaction.
create function public.add_list(merit_list text, year integer, round text, region text, facts jsonb) returns smallint
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.add_preview(
    merit_list, year, round, region,
    jsonb_build_object(
      'title', left(facts ->> 'title', 300), 'source_sha256', facts ->> 'source_sha256',
      'is_provisional', facts -> 'is_provisional', 'note', left(facts ->> 'note', 300)
    ),
    private.actor_name()
  );
end
$$;
comment on function public.add_list is 'For admins only.';

create function public.add_list_ranks(edition smallint, seats jsonb, seat integer[], category text[], rank numeric[])
returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if cardinality(rank) > 5000 then
    perform private.refuse('At most 5,000 ranks at once.');
  elsif not exists (select from public.cutoff_editions where id = edition and state = 'preview') then
    perform private.refuse('There is no such preview.');
  end if;
  return private.add_closing_ranks(
    edition, seats, seat, category, rank, array_fill(0::smallint, array[cardinality(rank)]),
    array_fill(0::smallint, array[cardinality(rank)]), array_fill('imported'::text, array[cardinality(rank)])
  );
end
$$;
comment on function public.add_list_ranks is 'For admins only.';

create function public.compare_list(edition smallint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.compare_edition(edition);
end
$$;
comment on function public.compare_list is 'For admins only.';

create function public.publish_list(edition smallint, compared_with smallint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.publish_compared(edition, compared_with, private.actor_name());
end
$$;
comment on function public.publish_list is 'For admins only.';

create function public.discard_list(edition smallint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.discard_edition(edition);
end
$$;
comment on function public.discard_list is 'For admins only.';

-- The latest editions, previews first.
create function public.list_editions() returns table (
  edition_id smallint, label text, state text, is_provisional boolean, title text, ranks integer, added_at timestamptz,
  added_by text, published_at timestamptz, published_by text, replaced_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select
      edition.id, private.edition_label(edition.id), edition.state, edition.is_provisional, edition.title, edition.ranks,
      edition.added_at, edition.added_by, edition.published_at, edition.published_by, edition.replaced_at
    from public.cutoff_editions edition
    where edition.state <> 'discarded'
    order by edition.state = 'preview' desc, edition.id desc
    limit 500;
end
$$;
comment on function public.list_editions is 'For admins only.';

grant execute on function
  public.add_list(text, integer, text, text, jsonb),
  public.add_list_ranks(smallint, jsonb, integer[], text[], numeric[]),
  public.compare_list(smallint), public.publish_list(smallint, smallint), public.discard_list(smallint),
  public.list_editions()
  to authenticated, service_role;
