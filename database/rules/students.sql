-- needs: identity user-plans profiles search

-- A definer, because nobody but the rules touches the counts.
create function private.update_student_counts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.student_counts values (old.has_plan, old.had_plan, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.student_counts values (new.has_plan, new.had_plan, 1);
  end if;
  return null;
end
$$;

create trigger update_student_counts after insert or delete on public.profiles
  for each row execute function private.update_student_counts();
create trigger update_student_counts_after_change after update on public.profiles
  for each row when ((old.has_plan, old.had_plan) is distinct from (new.has_plan, new.had_plan))
  execute function private.update_student_counts();

-- For the job: many rows become one of each kind. Rows that come meanwhile stay for the next time.
create function private.compact_student_counts() returns void
language sql security definer set search_path = ''
as $$
  with counted as (delete from private.student_counts returning *)
  insert into private.student_counts select has_plan, had_plan, sum(students) from counted group by 1, 2;
$$;

grant execute on function private.compact_student_counts() to maarga_server;

create function private.student_list_row(student public.profiles) returns private.student_list
language plpgsql stable set search_path = ''
as $$
declare
  -- The number once more without what people put between its digits.
  words constant text := lower(concat_ws(
    E'\n', coalesce(student.email, ''), student.first_name || ' ' || student.last_name, student.phone,
    regexp_replace(student.phone, '\D', '', 'g')
  ));
begin
  return row(
    student.id, student.has_plan, student.had_plan, student.created_at,
    student.first_name, student.last_name, student.email, words, private.letter_codes(words)
  );
end
$$;

-- A definer, because nobody but the rules touches the list. Whose account goes takes the row along.
create function private.update_student_list() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.student_list where id = new.id;
  insert into private.student_list select listed.* from private.student_list_row(new) as listed;
  return null;
end
$$;

create trigger update_student_list after insert on public.profiles
  for each row execute function private.update_student_list();
create trigger update_student_list_after_change after update on public.profiles
  for each row when (
    (old.has_plan, old.had_plan, old.email, old.first_name, old.last_name, old.phone)
    is distinct from (new.has_plan, new.had_plan, new.email, new.first_name, new.last_name, new.phone)
  )
  execute function private.update_student_list();

-- The admins' table: one row a student, with the latest plan, searched, filtered, sorted and paged here. A
-- definer that asks first who calls, because under row-level security ilike is held back until the policy has
-- passed each row, so no index could serve it and every search would read all students.
--
-- status is all, Active, Inactive or None; sort is created_at, name or email with .asc or .desc; a page beyond
-- the last one is empty. total counts every match, on whichever page. Only a search that finds thousands stops
-- counting some way behind the page, and then total_is_exact is false (docs/decisions/0003-list-of-students.md).
create function public.list_students(
  search text default '',
  status text default 'all',
  page integer default 1,
  page_size integer default 10,
  sort text default 'created_at.desc'
) returns table (
  id uuid,
  email text,
  first_name text,
  last_name text,
  phone text,
  created_at timestamptz,
  plan_level text,
  plan_exam text,
  plan_name text,
  plan_status text,
  assigned_at timestamptz,
  expires_at timestamptz,
  total bigint,
  total_is_exact boolean
)
language plpgsql stable security definer set search_path = ''
-- These tables stay in memory, where going through an index is not four times as dear as reading everything.
set random_page_cost = 1.1
as $$
declare
  -- Every piece of a statement is one of the texts below; what the caller sent goes in as a value.
  direction constant text := substring(sort from '\.(asc|desc)$');
  columns constant text := case sort
    when 'created_at.' || direction then 'created_at %1$s, id %1$s'
    when 'name.' || direction then 'first_name %1$s, last_name %1$s, id %1$s'
    when 'email.' || direction then 'email %1$s, id %1$s'
  end;
  forwards constant text := format(columns, direction);
  backwards constant text := format(columns, case direction when 'asc' then 'desc' else 'asc' end);
  kind constant text := lower(status);
  has_status text;
  -- Each has to be found, in whatever order. Of an address the index is asked for what stands before the @: many share
  -- the rest, and looking for it too takes longer. And one or two letters are in no trigram.
  wanted constant text[] := private.search_words(search);
  looked_up constant text[] := array(
    select private.search_pattern(coalesce(substring(word from '^.{2,}@'), word))
    from unnest(wanted) with ordinality as words (word, place) order by place
  );
  is_found constant text := (
    select string_agg(
      case
        when length(word) > 2 and word !~ '^.{2,}@' then format('search_text like $2[%s]', place)
        when length(word) > 2 then format('search_text like $2[%1$s] and strpos(search_text, $1[%1$s]) > 0', place)
        when place > 1 then format('strpos(search_text, $1[%s]) > 0', place)
        else 'letters @> array[private.letter_code(left($1[1], 1), substr($1[1], 2))] and strpos(search_text, $1[1]) > 0'
      end,
      ' and '
    )
    from unnest(wanted) with ordinality as words (word, place)
  );
  page_rows constant bigint := least(greatest(page_size, 1), 100);
  skipped constant bigint := (greatest(page, 1) - 1) * page_rows;
  most_counted constant bigint := ((skipped + page_rows) / 1000 + 1) * 1000;
  -- has_plan is a minute behind the clock at most; those who ended in that minute are few, and looked up.
  run_out uuid[];
  collect text;
  found_total bigint;
  is_exact boolean := true;
  page_ids uuid[];
begin
  perform private.require_admin();

  run_out := array(
    select user_id from public.user_plans join private.student_list on student_list.id = user_id
    where active and user_plans.expires_at <= now() and has_plan
  );
  has_status := case kind
    when 'all' then 'true'
    when 'active' then 'has_plan and had_plan' || case when run_out = '{}' then '' else ' and id <> all ($3)' end
    when 'inactive' then
      case when run_out = '{}' then 'not has_plan and had_plan' else 'had_plan and (not has_plan or id = any ($3))' end
    when 'none' then 'not has_plan and not had_plan'
  end;
  if forwards is null or has_status is null or page is null or page_size is null then
    raise exception 'Unknown status, order or page.' using errcode = 'invalid_parameter_value';
  end if;

  if wanted = '{}' then
    select coalesce(sum(students) filter (where case kind
        when 'all' then true
        when 'active' then has_plan
        when 'inactive' then had_plan and not has_plan
        else not had_plan
      end), 0)
      + case kind when 'active' then -cardinality(run_out) when 'inactive' then cardinality(run_out) else 0 end
      into found_total
    from private.student_counts;
    -- Through an index alone, from whichever end is nearer.
    if skipped <= found_total / 2 then
      execute format(
        'select array(select id from private.student_list where %s order by %s limit $4 offset $5)', has_status, forwards
      ) into page_ids using wanted, looked_up, run_out, page_rows, skipped;
    else
      execute format(
        $sql$
          select array(select id from (
            select * from private.student_list where %s order by %s limit $4 offset $5
          ) as page order by %s)
        $sql$,
        has_status, backwards, forwards
      ) into page_ids
        using wanted, looked_up, run_out,
          greatest(least(page_rows, found_total - skipped), 0), greatest(found_total - skipped - page_rows, 0);
    end if;
  else
    -- Those who are found are sorted by themselves as long as they are few. "is true" keeps the planner from reading
    -- an index of everybody with that status as well.
    collect := format(
      $sql$
        with found as materialized (
          select id, created_at, first_name, last_name, email from private.student_list
          where %1$s and (%2$s) is true limit $6
        )
        select count(*), array(select id from found order by %3$s limit $4 offset $5) from found
      $sql$,
      is_found, has_status, forwards
    );
    execute collect into found_total, page_ids
      using wanted, looked_up, run_out, page_rows, skipped, most_counted + 1;
    -- Where many are found, some are near: they are met by going through the order itself. If they are not, because
    -- it is a name that is looked for and names that it goes by, everybody is collected after all.
    if found_total > most_counted then
      found_total := most_counted;
      is_exact := false;
      execute format(
        $sql$
          select array(select id from (
            select * from private.student_list where %s order by %s limit $6
          ) as near where %s limit $4 offset $5)
        $sql$,
        has_status, forwards, is_found
      ) into page_ids using wanted, looked_up, run_out, page_rows, skipped, 5 * most_counted;
      if cardinality(page_ids) < page_rows then
        is_exact := true;
        execute collect into found_total, page_ids using wanted, looked_up, run_out, page_rows, skipped, null::bigint;
      end if;
    end if;
  end if;

  return query
    select profiles.id, profiles.email, profiles.first_name, profiles.last_name, profiles.phone, profiles.created_at,
      latest.plan_level, latest.plan_exam, latest.plan_name,
      -- By the clock, and by the latest row alone, as everywhere.
      case
        when latest.plan_name is null then 'None'
        when latest.active and latest.expires_at > now() then 'Active'
        else 'Inactive'
      end,
      latest.assigned_at, latest.expires_at, found_total, is_exact
    from unnest(page_ids) with ordinality as wanted (profile_id, place)
    join public.profiles on profiles.id = profile_id
    left join lateral (
      select user_plans.* from public.user_plans where user_id = profile_id order by user_plans.assigned_at desc limit 1
    ) as latest on true
    order by place;
end
$$;

grant execute on function public.list_students(text, text, integer, integer, text) to authenticated, service_role;
