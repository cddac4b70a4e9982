-- needs: identity slots user-plans audit-log
-- Option lists: whose they are, what they are computed for, and who else may open one.

-- A list is its student's own. Mentors and admins have no policy here: they open a list with open_option_list, which
-- records it. Nobody writes rows directly, because each change keeps the order and the limit.
create policy "students see their own option lists" on public.option_lists
  for select to authenticated using (user_id = (select auth.uid()));
create policy "students see their own options" on public.option_entries
  for select to authenticated using (
    list_id in (select id from public.option_lists where user_id = (select auth.uid()))
  );
create policy "students see their own versions of lists" on public.option_versions
  for select to authenticated using (
    list_id in (select id from public.option_lists where user_id = (select auth.uid()))
  );
create policy "students see the comments in their own lists" on public.option_comments
  for select to authenticated using (
    list_id in (select id from public.option_lists where user_id = (select auth.uid()))
  );
create policy "students see their own allotments" on public.option_allotments
  for select to authenticated using (
    list_id in (select id from public.option_lists where user_id = (select auth.uid()))
  );
create policy "the secret key sees option lists" on public.option_lists for select to service_role using (true);
create policy "the secret key sees options" on public.option_entries for select to service_role using (true);
create policy "the secret key sees versions of lists" on public.option_versions for select to service_role using (true);
create policy "the secret key sees comments in lists" on public.option_comments for select to service_role using (true);
create policy "the secret key sees allotments" on public.option_allotments for select to service_role using (true);
grant select on
  public.option_lists, public.option_entries, public.option_versions, public.option_comments, public.option_allotments
  to authenticated, service_role;

-- A list without a plan is to try it out. The bound of one with a plan is far above what anybody lists; it keeps a
-- hostile client from filling the disk.
create function private.option_limit(student uuid) returns integer
language sql stable set search_path = ''
return case when private.active_plan(student) is null then 10 else 500 end;

create function private.option_limit_text(student uuid) returns text
language sql stable set search_path = ''
return case
  when private.active_plan(student) is null then 'Without a plan, a list has at most 10 options.'
  else 'A list has at most 500 options.'
end;

-- The merit lists for which there can be an option list.
create function private.merit_list_codes() returns text[]
language sql immutable set search_path = ''
return array[
  'UGCET', 'UGCET-ARCH', 'UGCET-BPHARMA', 'UGCET-PHARMD', 'UGCET-BSCNURSING', 'UGCET-BSCAHS', 'UGCET-BPT', 'UGCET-BPO',
  'UGCET-AGRIBSCTHEORY', 'UGCET-AGRICULTUREPRACT', 'UGCET-FOODSCITHEORY', 'UGCET-FOODSCIPRACT',
  'UGCET-VETERSCITHEORY', 'UGCET-VETERSCIPRACT', 'UGCET-AGRICULTURALENGINEERING',
  'UGCET-AGRICULTURALENGINEERINGPRACT', 'UGCET-NATUROPATHYYOGA', 'UGCET-MEDICALRECORDTECHNOLOGY', 'UGNEET', 'COMEDK'
];

-- Returns the caller's list for an exam, which is created when it is first used, and locks it until the commit: changes
-- of one list run one after the other, so that two devices cannot pass the limit or take the same place. Callers are
-- definers.
create function private.lock_option_list(which text) returns public.option_lists
language plpgsql set search_path = ''
as $$
declare
  list public.option_lists;
begin
  if not coalesce(which = any (private.merit_list_codes()), false) then
    raise exception 'There is no option list for this exam.' using errcode = 'P0001';
  end if;
  insert into public.option_lists (user_id, exam) values (auth.uid(), which) on conflict do nothing;
  select * into strict list from public.option_lists where user_id = auth.uid() and exam = which for update;
  return list;
end
$$;

-- Returns the new revision. A page whose list has the revision before has missed nothing.
create function private.note_option_change(list uuid) returns bigint
language sql set search_path = ''
as $$
  update public.option_lists set revision = revision + 1, changed_at = now() where id = list returning revision;
$$;

-- Sets what the figures beside the options are computed for. A definer, because no client may write the table.
create function public.describe_option_list(
  exam text, rank numeric, category text, is_rural boolean, is_kannada_medium boolean, is_371j boolean, fee_limit integer
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  list constant public.option_lists := private.lock_option_list(exam);
begin
  update public.option_lists set
    rank = describe_option_list.rank,
    category = coalesce(describe_option_list.category, 'GM'),
    is_rural = coalesce(describe_option_list.is_rural, false),
    is_kannada_medium = coalesce(describe_option_list.is_kannada_medium, false),
    is_371j = coalesce(describe_option_list.is_371j, false),
    fee_limit = describe_option_list.fee_limit
  where id = list.id;
  return private.note_option_change(list.id);
end
$$;

-- Whether the caller may open the lists of a student: admins, and a mentor from the booking of a call until 30 days after
-- the last one, as with documents. A definer, because mentors see no slots of others.
create function private.may_help(student uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_admin() or (
    private.is_mentor() and exists (
      select from public.slots
      where user_id = student and mentor_id = auth.uid() and start_time > now() - interval '30 days'
    )
  );
$$;

create function private.require_helper(student uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if student is null or private.may_help(student) is not true then
    raise exception 'You are not authorized to access this page' using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- The entries of a list as they are stored in a version.
create function private.option_entries_of(list uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', id, 'college', college_code, 'course', course_code) order by position, id), '[]'
  )
  from public.option_entries where list_id = list and removed_at is null;
$$;

-- A list with all that belongs to it, but without the entries of its versions.
create function private.option_list_of(list public.option_lists) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', (list).id,
    'exam', (list).exam,
    'rank', (list).rank,
    'category', (list).category,
    'isRural', (list).is_rural,
    'isKannadaMedium', (list).is_kannada_medium,
    'is371j', (list).is_371j,
    'feeLimit', (list).fee_limit,
    'revision', (list).revision,
    'changedAt', (list).changed_at,
    'limit', private.option_limit((list).user_id),
    'entries', private.option_entries_of((list).id),
    'comments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'entry', entry_id, 'by', author_name, 'isOwn', author is not distinct from auth.uid(),
        'words', words, 'writtenAt', written_at
      ) order by written_at, id), '[]')
      from public.option_comments where list_id = (list).id
    ),
    'versions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'name', name, 'state', state, 'madeAt', made_at, 'by', made_by_name, 'words', words,
        'count', jsonb_array_length(entries)
      ) order by made_at desc, id), '[]')
      from public.option_versions where list_id = (list).id
    ),
    'allotments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'year', year, 'round', round, 'college', college_code, 'course', course_code, 'category', category,
        'entries', entries, 'putAt', put_at
      ) order by year desc, put_at desc), '[]')
      from public.option_allotments where list_id = (list).id
    )
  );
$$;

-- Returns the caller's list for an exam, or an empty one. A definer, because the functions above are not for clients;
-- it reads rows of the caller only.
create function public.own_option_list(which text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select private.option_list_of(lists) from public.option_lists lists where user_id = auth.uid() and exam = which),
    jsonb_build_object(
      'exam', which, 'rank', null, 'category', 'GM', 'isRural', false, 'isKannadaMedium', false, 'is371j', false,
      'feeLimit', null, 'revision', 0, 'limit', private.option_limit(auth.uid()),
      'entries', '[]'::jsonb, 'comments', '[]'::jsonb, 'versions', '[]'::jsonb, 'allotments', '[]'::jsonb
    )
  );
$$;

-- Returns a student's list for a mentor or an admin, and records that they have opened it. A definer, because they have
-- no policy for the rows and nobody may write the audit log.
create function public.open_option_list(student uuid, which text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  list public.option_lists;
begin
  perform private.require_helper(student);
  perform private.record_action(
    'option list opened', student, private.student_label(student), jsonb_build_object('exam', which)
  );
  select * into list from public.option_lists where user_id = student and exam = which;
  return case when list.id is null then null else private.option_list_of(list) end;
end
$$;

-- The student's name, and their lists, for those who may open one: {"student": "Asha Rao", "lists": [{"exam": "UGCET",
-- "options": 12}]}.
create function public.option_lists_of(student uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_helper(student);
  return jsonb_build_object(
    'student', (select first_name || ' ' || last_name from public.profiles where id = student),
    'lists', coalesce((
      select jsonb_agg(jsonb_build_object('exam', exam, 'options', options) order by exam)
      from (
        select lists.exam, count(entries.id) as options
        from public.option_lists lists
        left join public.option_entries entries on entries.list_id = lists.id and entries.removed_at is null
        where lists.user_id = student
        group by lists.id
      ) counted
    ), '[]')
  );
end
$$;

grant execute on function
  public.describe_option_list(text, numeric, text, boolean, boolean, boolean, integer),
  public.own_option_list(text), public.open_option_list(uuid, text), public.option_lists_of(uuid)
  to authenticated;
