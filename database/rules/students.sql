-- needs: identity user-plans

-- The admins' table: one row a student, with the latest plan, searched, filtered, sorted and paged here. A
-- definer that asks first who calls, because under row-level security ilike is held back until the policy has
-- passed each row, so no index could serve it and every search would read all students.
--
-- status is all, Active, Inactive or None; sort is created_at, name or email with .asc or .desc. total counts
-- every match, on whichever page; a page beyond the last one is empty.
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
  total bigint
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  has_had_one constant text := 'exists (select from public.user_plans where user_id = profiles.id)';
  has_run_out constant text := 'id in (select user_id from public.user_plans where active and expires_at <= now())';
  -- Every piece of the statement is one of the texts below; what the caller sent goes in as a value.
  order_by constant text := case sort
    when 'created_at.desc' then 'created_at desc, id desc'
    when 'created_at.asc' then 'created_at, id'
    when 'name.desc' then 'first_name desc, last_name desc, id desc'
    when 'name.asc' then 'first_name, last_name, id'
    when 'email.desc' then 'email desc, id desc'
    when 'email.asc' then 'email, id'
  end;
  -- has_plan is a minute behind the clock at most; those who ended in that minute are few, and looked up.
  has_status constant text := case lower(status)
    when 'all' then 'true'
    when 'active' then 'has_plan and not ' || has_run_out
    when 'inactive' then '(not has_plan or ' || has_run_out || ') and ' || has_had_one
    when 'none' then 'not has_plan and not ' || has_had_one
  end;
  -- A search for "50%" means these three characters.
  pattern constant text := '%' || regexp_replace(btrim(coalesce(search, '')), '([\\%_])', '\\\1', 'g') || '%';
  -- The expression of the index profiles_by_search, letter by letter.
  is_found constant text := case when pattern = '%%' then 'true' else
    $sql$(coalesce(email, '') || E'\n' || first_name || ' ' || last_name || E'\n' || phone) ilike $1$sql$
  end;
  page_rows constant integer := least(greatest(page_size, 1), 100);
  found_total bigint; -- counted by itself: a window over all matches would fetch each of them for one page
begin
  perform private.require_admin();
  if order_by is null or has_status is null or page is null or page_size is null then
    raise exception 'Unknown status, order or page.' using errcode = 'invalid_parameter_value';
  end if;

  execute format('select count(*) from public.profiles where %s and %s', is_found, has_status)
    into found_total using pattern;

  return query execute format(
    $sql$
      select id, email, first_name, last_name, phone, created_at, plan_level, plan_exam, plan_name,
        -- By the clock, and by the latest row alone, as everywhere.
        case
          when plan_name is null then 'None'
          when active and expires_at > now() then 'Active'
          else 'Inactive'
        end,
        assigned_at, expires_at, $2
      -- Ids first: without a search, the way to a late page is one through an index alone.
      from (
        select id as found_id from public.profiles where %1$s and %2$s order by %3$s limit $3 offset $4
      ) as found
      join public.profiles on id = found_id
      -- One look into an index for each row of the page, and only of the page.
      left join lateral (
        select plan_level, plan_exam, plan_name, active, assigned_at, expires_at
        from public.user_plans where user_id = profiles.id order by assigned_at desc limit 1
      ) as latest on true
      order by %3$s
    $sql$,
    is_found, has_status, order_by
  ) using pattern, found_total, page_rows, (greatest(page, 1) - 1)::bigint * page_rows;
end
$$;

grant execute on function public.list_students(text, text, integer, integer, text) to authenticated, service_role;
