-- needs: identity students student-filter student-marks orders bounces
-- The admins' list of everybody: accounts, and sign-ups that nobody has confirmed yet.

-- The newest sign-up of each address without an account, in the shape of the accounts. Inlined, like the next one.
create function private.unconfirmed_sign_ups() returns setof private.student_facts
language sql stable
as $$
  select id, created_at, email, '', '', false, false, 'en', null, null, null, false, null::timestamptz, false, false,
    null::timestamptz, false, null::timestamptz, '-infinity'::timestamptz, private.is_bad_address(email)
  from auth.pending_sign_ups as pending
  where not exists (select from auth.users where users.email = pending.email)
    and not exists (
      select from auth.pending_sign_ups as newer
      where newer.email = pending.email and (newer.created_at, newer.id) > (pending.created_at, pending.id)
    )
$$;

create function private.matching_sign_ups(wanted private.student_filter) returns setof private.student_facts
language sql stable
as $$
  select sign_up.* from private.unconfirmed_sign_ups() as sign_up
  where (wanted.account is null or wanted.account = 'unconfirmed')
    and wanted.mark is null
    and private.has_wanted_facts(sign_up, wanted)
    and sign_up.email like all (private.search_patterns(wanted.words))
$$;

-- The id makes each order total, so that no row appears on two pages. Students who never had a plan come last.
create function private.people_order(sort text) returns text
language sql immutable
return case sort
  when 'joined.asc' then 'joined_at, id'
  when 'joined.desc' then 'joined_at desc, id desc'
  when 'name.asc' then 'first_name, last_name, id'
  when 'name.desc' then 'first_name desc, last_name desc, id desc'
  when 'email.asc' then 'email, id'
  when 'email.desc' then 'email desc, id desc'
  when 'seen.asc' then 'last_seen_at, id'
  when 'seen.desc' then 'last_seen_at desc, id desc'
  when 'planEnd.asc' then 'plan_ends_at, id'
  when 'planEnd.desc' then 'plan_ends_at desc nulls last, id desc'
end;

-- The number of all accounts and unconfirmed sign-ups, without reading them.
create function private.count_people() returns bigint
language sql stable set search_path = ''
as $$
  select coalesce((select sum(students) from private.student_counts), 0)
    + (select count(*) from private.student_facts where not has_profile)
    + (select count(*) from private.unconfirmed_sign_ups());
$$;

-- The ids of a part of the matches. With is_sorted_first, each source is ordered by itself, so that an index serves the
-- order and nothing is counted; otherwise up to max_matches are counted and then sorted. Only the names of the sources
-- and the order are inserted as text, because they cannot be parameters. "execute" plans each call with its values.
create function private.select_people(
  wanted private.student_filter, sort text, max_matches bigint, is_sorted_first boolean, skipped bigint, page_rows bigint,
  out found_total bigint, out ids uuid[]
)
language plpgsql stable set search_path = '' set random_page_cost = 1.1
as $$
declare
  ordered constant text := private.people_order(sort);
  columns constant text := regexp_replace(ordered, ' desc( nulls last)?', '', 'g');
  sources constant text[] := case wanted.words
    when '{}' then array['private.matching_facts($1, $2)']
    else array['private.found_by_profile($1, $2)', 'private.found_by_address($1, $2)']
  end || 'private.matching_sign_ups($1)'::text;
begin
  execute format(
    case
      when is_sorted_first then 'select null, array(select id from (%1$s) as found order by %2$s limit $5 offset $4)'
      else 'with found as materialized (%1$s)
        select (select count(*) from found), array(select id from found order by %2$s limit $5 offset $4)'
    end,
    (
      select string_agg(
        format('(select %s from %s %s limit $3)', columns, source, case when is_sorted_first then 'order by ' || ordered end),
        ' union all '
      )
      from unnest(sources) as source
    ),
    ordered
  ) into found_total, ids using wanted, auth.uid(), max_matches, skipped, page_rows;
end
$$;

-- A page of the matches. Up to the next thousand after the page (five thousand for a search), the count is exact.
create function private.page_of_people(
  wanted private.student_filter, sort text, skipped bigint, page_rows bigint,
  out found_total bigint, out is_exact boolean, out ids uuid[]
)
language plpgsql stable set search_path = ''
as $$
declare
  -- The matches of a search for a name are next to each other in the order of names, and a scan in that order would
  -- compare everybody before them. Therefore a search collects more matches before it scans.
  step constant bigint := case wanted.words when '{}' then 1000 else 5000 end;
  max_counted constant bigint := ((skipped + page_rows) / step + 1) * step;
begin
  is_exact := true;
  if wanted = private.read_student_filter('{}') then
    found_total := private.count_people();
  else
    select chosen.found_total, chosen.ids into found_total, ids
      from private.select_people(wanted, sort, max_counted + 1, false, skipped, page_rows) as chosen;
    if found_total <= max_counted then
      return;
    end if;
    found_total := max_counted;
    is_exact := false;
  end if;
  select chosen.ids into ids
    from private.select_people(wanted, sort, skipped + page_rows, true, skipped, page_rows) as chosen;
end
$$;

-- The rows of these people, in this order.
create function private.details_of_people(ids uuid[]) returns table (
  place bigint, id uuid, email text, is_confirmed boolean, has_profile boolean,
  first_name text, last_name text, phone text, city text, joined_at timestamptz, last_seen_at timestamptz,
  plan_level text, plan_exam text, plan_name text, plan_status text, plan_ends_at timestamptz,
  payment text, has_booked boolean, last_document_at timestamptz, has_new_documents boolean,
  is_email_off boolean, has_bad_address boolean, language text, marks jsonb
)
language sql stable set search_path = ''
as $$
  select place, student.id, student.email, is_confirmed, student.has_profile,
    student.first_name, student.last_name, profile.phone, profile.city, student.joined_at,
    nullif(student.last_seen_at, '-infinity'),
    student.plan_level, student.plan_exam, student.plan_name,
    case
      when student.plan_name is null then 'None'
      when student.plan_is_active and student.plan_ends_at > now() then 'Active'
      else 'Inactive'
    end,
    student.plan_ends_at,
    case
      when student.has_claim then 'waiting'
      when student.has_paid then 'paid'
      when student.order_until > now() then 'ordered'
      else 'none'
    end,
    student.has_booked, student.last_document_at,
    student.last_document_at > coalesce(viewed_at, '-infinity'),
    student.is_email_off, student.has_bad_address, student.language,
    (
      select coalesce(jsonb_agg(jsonb_build_object('id', mark.id, 'name', mark.name) order by mark.name), '[]')
      from public.marked_students as marked join public.student_marks as mark on mark.id = mark_id
      where marked.student_id = student.id
    )
  from unnest(ids) with ordinality as listed (id, place)
  cross join lateral (
    select facts.*, true as is_confirmed from private.student_facts as facts where facts.id = listed.id
    union all
    select sign_up.*, false from private.unconfirmed_sign_ups() as sign_up where sign_up.id = listed.id
  ) as student
  left join public.profiles as profile on profile.id = listed.id
  left join private.document_views on admin_id = auth.uid() and document_views.student_id = listed.id
  order by place;
$$;

-- A page of everybody whom a filter matches (student-filter.sql). A page beyond the last one is empty. Colleagues who are
-- not admins get null for what open_student does not show them either. A definer that checks the caller first, because no role
-- may read the facts.
create function public.find_students(
  filter jsonb default '{}', page integer default 1, page_size integer default 10, sort text default 'joined.desc'
) returns table (
  id uuid, email text, is_confirmed boolean, has_profile boolean,
  first_name text, last_name text, phone text, city text, joined_at timestamptz, last_seen_at timestamptz,
  plan_level text, plan_exam text, plan_name text, plan_status text, plan_ends_at timestamptz,
  payment text, has_booked boolean, last_document_at timestamptz, has_new_documents boolean,
  is_email_off boolean, has_bad_address boolean, language text, marks jsonb, total bigint, total_is_exact boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  page_rows constant bigint := least(greatest(page_size, 1), 100);
  is_admin constant boolean := private.is_allowed('administer');
  takes_payments constant boolean := private.is_allowed('take payments');
  found record;
begin
  perform private.require_right('see students');
  -- A filter would reveal a column that the caller may not see.
  if filter ?| '{booked,documents,mark}' then
    perform private.require_right('administer');
  elsif filter ? 'payment' then
    perform private.require_right('take payments');
  end if;
  if private.people_order(sort) is null or page is null or page_size is null then
    raise exception 'Unknown order or page.' using errcode = 'invalid_parameter_value';
  end if;
  select * into found from private.page_of_people(
    private.read_student_filter(filter), sort, (greatest(page, 1) - 1) * page_rows, page_rows
  );
  return query
    select person.id, person.email, person.is_confirmed, person.has_profile, person.first_name, person.last_name, person.phone,
      person.city, person.joined_at, person.last_seen_at, person.plan_level, person.plan_exam, person.plan_name,
      person.plan_status, person.plan_ends_at, case when takes_payments then person.payment end,
      case when is_admin then person.has_booked end, case when is_admin then person.last_document_at end,
      case when is_admin then person.has_new_documents end, person.is_email_off, person.has_bad_address, person.language,
      case when is_admin then person.marks end, found.found_total, found.is_exact
    from private.details_of_people(found.ids) as person;
end
$$;
comment on function public.find_students is 'Needs the right to see students.';

grant execute on function public.find_students(jsonb, integer, integer, text) to authenticated, service_role;

-- Counts the students whom an admin has exported in a day without the super-admin password, in lists or one by one. The audit
-- log has them.
create function private.exported_rows(admin uuid) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(sum(case action when 'student exported' then 1 else (details ->> 'students')::bigint end), 0)::bigint
  from public.audit_log
  where action in ('students exported', 'student exported') and actor = admin and at > now() - interval '24 hours'
    and not coalesce((details ->> 'with_password')::boolean, false);
$$;

-- The exports of an admin run one at a time, so that each counts the others.
create function private.lock_exports() returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtext('exports of an admin'), hashtext(auth.uid()::text));
$$;

-- All rows of a filter for a file, on record: who exported what, and how many. Without the super-admin password, which
-- the server checks, an admin exports at most max_rows in a day, so that slices do not get around the password. Called
-- by the server on behalf of the admin whose claims it set.
create function private.export_students(filter jsonb, sort text, columns text[], format text, max_rows bigint)
returns table (person jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  left_rows bigint;
  found record;
begin
  perform private.require_admin();
  perform private.lock_exports();
  if max_rows is not null then
    left_rows := greatest(max_rows - private.exported_rows(auth.uid()), 0);
  end if;
  if private.people_order(sort) is null then
    raise exception 'Unknown order.' using errcode = 'invalid_parameter_value';
  end if;
  select * into found
    from private.select_people(private.read_student_filter(filter), sort, left_rows + 1, false, 0, left_rows + 1);
  if found.found_total > left_rows then
    raise exception 'More than % students in 24 hours can only be exported with the super-admin password.', max_rows
      using errcode = 'MG003';
  end if;
  perform private.record_action(
    'students exported', null, null,
    jsonb_build_object('filter', filter, 'columns', columns, 'format', format, 'students', found.found_total)
      || case when max_rows is null then '{"with_password": true}' else '{}' end::jsonb
  );
  return query
    select to_jsonb(details) - 'place' from private.details_of_people(found.ids) as details order by details.place;
end
$$;

grant execute on function private.export_students(jsonb, text, text[], text, bigint) to maarga_server;
