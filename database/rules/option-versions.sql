-- needs: option-lists option-entries slot-topics audit-log mentors
-- Versions of a list, proposals of counsellors, comments, and what the rounds allotted. The functions are definers,
-- because no client may write the tables; those for students work on their own list, the others check first that the
-- caller may help the student.

-- Replaces the options of a list by those of a version. What the list was is kept as an automatic version, of which the
-- ten newest stay.
create function private.replace_options(list public.option_lists, entries jsonb, before_name text) returns void
language plpgsql set search_path = ''
as $$
declare
  earlier constant jsonb := private.option_entries_of((list).id);
begin
  if jsonb_array_length(entries) > greatest(private.option_limit((list).user_id), jsonb_array_length(earlier)) then
    raise exception '%', private.option_limit_text((list).user_id) using errcode = 'P0001';
  end if;
  if earlier <> '[]' and earlier <> entries then
    insert into public.option_versions (list_id, id, name, entries, state, made_at)
      values ((list).id, gen_random_uuid(), before_name, earlier, 'automatic', clock_timestamp());
    delete from public.option_versions
    where list_id = (list).id and id in (
      select id from public.option_versions
      where list_id = (list).id and state = 'automatic' order by made_at desc, id offset 10
    );
  end if;
  update public.option_entries set removed_at = clock_timestamp()
  where list_id = (list).id and removed_at is null;
  insert into public.option_entries as entry (list_id, id, position, college_code, course_code)
    select (list).id, (item ->> 'id')::uuid, number, item ->> 'college', item ->> 'course'
    from jsonb_array_elements(replace_options.entries) with ordinality as given (item, number)
    on conflict (list_id, id) do update set
      removed_at = null, position = excluded.position,
      college_code = excluded.college_code, course_code = excluded.course_code;
  perform private.forget_removed_options((list).id);
end
$$;

-- Saves the caller's list under a name. The id is the browser's, so that a repeated call saves once.
create function public.save_option_version(exam text, version uuid, name text) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  list constant public.option_lists := private.lock_option_list(exam);
  clean constant text := private.clean_note(save_option_version.name, 80);
begin
  if coalesce(clean, '') = '' then
    raise exception 'Please give the version a name.' using errcode = 'P0001';
  end if;
  insert into public.option_versions (list_id, id, name, entries, state, made_at)
    values (list.id, version, clean, private.option_entries_of(list.id), 'saved', clock_timestamp())
    on conflict (list_id, id) do nothing;
  if (select count(*) from public.option_versions where list_id = list.id and state = 'saved') > 50 then
    raise exception 'At most 50 versions are kept. Delete one first.' using errcode = 'P0001';
  end if;
  return private.note_option_change(list.id);
end
$$;

-- A proposal stays until it has been answered.
create function public.delete_option_version(exam text, version uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  list constant public.option_lists := private.lock_option_list(exam);
begin
  delete from public.option_versions where list_id = list.id and id = version and state <> 'proposed';
  return private.note_option_change(list.id);
end
$$;

-- Goes back to a version, or takes a proposal.
create function public.restore_option_version(exam text, version uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  list constant public.option_lists := private.lock_option_list(exam);
  chosen public.option_versions;
begin
  select * into chosen from public.option_versions where list_id = list.id and id = version;
  if not found then
    raise exception 'This version was deleted.' using errcode = 'P0001';
  end if;
  perform private.replace_options(list, chosen.entries, left('Before “' || chosen.name || '”', 80));
  update public.option_versions set state = 'taken' where list_id = list.id and id = version and state = 'proposed';
  return private.note_option_change(list.id);
end
$$;

-- Leaves a proposal: the list stays as it is, and the proposal can still be read.
create function public.leave_option_proposal(exam text, version uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  list constant public.option_lists := private.lock_option_list(exam);
begin
  update public.option_versions set state = 'left' where list_id = list.id and id = version and state = 'proposed';
  return private.note_option_change(list.id);
end
$$;

-- Proposes a version to a student: [{"id": …, "college": "E001", "course": "CS"}], where an option of the list keeps its
-- id. For mentors and admins who may help the student.
create function public.propose_options(
  student uuid, which text, version uuid, name text, entries jsonb, words text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  list uuid;
  clean constant text := private.clean_note(propose_options.name, 80);
begin
  perform private.require_helper(student);
  if coalesce(clean, '') = '' then
    raise exception 'Please give the proposal a name.' using errcode = 'P0001';
  end if;
  if jsonb_typeof(entries) is distinct from 'array' or jsonb_array_length(entries) not between 1 and 500 then
    raise exception 'Name between 1 and 500 options.' using errcode = 'P0001';
  end if;
  select id into list from public.option_lists where user_id = student and exam = which for update;
  if not found then
    raise exception 'This student has no list for this exam yet.' using errcode = 'P0001';
  end if;
  if (select count(*) from public.option_versions where list_id = list and state = 'proposed' and id <> version) >= 10 then
    raise exception 'This student has ten proposals to answer.' using errcode = 'P0001';
  end if;
  insert into public.option_versions (list_id, id, name, entries, state, made_at, made_by, made_by_name, words)
    values (
      list, version, clean, private.clean_option_entries(propose_options.entries), 'proposed', clock_timestamp(),
      auth.uid(), private.helper_name(), nullif(private.clean_note(propose_options.words, 1000), '')
    )
    on conflict (list_id, id) do nothing;
  if not found then
    return;
  end if;
  perform private.note_option_change(list);
  perform private.record_action(
    'options proposed', student, private.student_label(student), jsonb_build_object('exam', which, 'name', clean)
  );
end
$$;

-- The table's constraints apply to the options of a proposal too, before they are stored as JSON.
create function private.clean_option_entries(entries jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if exists (
    select from jsonb_to_recordset(entries) as given (id uuid, college text, course text)
    where id is null or (upper(btrim(college)) ~ '^[0-9A-Z]{1,8}$') is not true
      or (btrim(course) ~ '^[0-9A-Za-z][^\x01-\x1f<>]{0,199}$') is not true
  ) or (select count(distinct id) <> count(*) from jsonb_to_recordset(entries) as given (id uuid)) then
    raise exception 'An option needs the codes of a college and of a course.' using errcode = 'P0001';
  end if;
  return (
    select jsonb_agg(
      jsonb_build_object('id', id, 'college', upper(btrim(college)), 'course', btrim(course)) order by number
    )
    from rows from (jsonb_to_recordset(entries) as (id uuid, college text, course text)) with ordinality
      as given (id, college, course, number)
  );
end
$$;

-- The name that a student reads: mentors choose theirs, admins are Maarga.
create function private.helper_name() returns text
language sql stable set search_path = ''
return coalesce(
  (select name from public.mentors where id = auth.uid() and revoked_at is null and not private.is_admin()), 'Maarga'
);

-- Returns the entries of a version, to compare it. For its student, and for those who may help them.
create function public.option_version_entries(version uuid, student uuid default auth.uid(), which text default 'UGCET')
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if student is distinct from auth.uid() then
    perform private.require_helper(student);
  end if;
  return (
    select versions.entries
    from public.option_versions versions join public.option_lists lists on lists.id = versions.list_id
    where lists.user_id = student and lists.exam = which and versions.id = version
  );
end
$$;

-- Comments on one option. For the student, and for those who may help them. Secrets are masked before they are stored.
create function public.comment_option(student uuid, which text, option uuid, comment uuid, words text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  list uuid;
  is_own constant boolean := student is not distinct from auth.uid();
begin
  if not is_own then
    perform private.require_helper(student);
  end if;
  select id into list from public.option_lists where user_id = student and exam = which for update;
  if list is null or not exists (
    select from public.option_entries where list_id = list and id = option and removed_at is null
  ) then
    raise exception 'This option was removed from the list.' using errcode = 'P0001';
  end if;
  insert into public.option_comments (list_id, entry_id, id, author, author_name, words, written_at)
    values (
      list, option, comment, auth.uid(), case when is_own then 'The student' else private.helper_name() end,
      private.clean_note(comment_option.words, 500), clock_timestamp()
    )
    on conflict (list_id, id) do nothing;
  if (select count(*) from public.option_comments where list_id = list and entry_id = option) > 20 then
    raise exception 'An option has at most 20 comments.' using errcode = 'P0001';
  end if;
  -- Comments on removed options count too, because all comments are sent with the list.
  if (select count(*) from public.option_comments where list_id = list) > 500 then
    raise exception 'A list has at most 500 comments. Delete some first.' using errcode = 'P0001';
  end if;
  perform private.note_option_change(list);
end
$$;

-- The student deletes any comment in their list, others their own.
create function public.delete_option_comment(student uuid, which text, comment uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_own constant boolean := student is not distinct from auth.uid();
  list uuid;
begin
  if not is_own then
    perform private.require_helper(student);
  end if;
  select id into list from public.option_lists where user_id = student and exam = which;
  delete from public.option_comments where list_id = list and id = comment and (is_own or author = auth.uid());
  if found then
    perform private.note_option_change(list);
  end if;
end
$$;

grant execute on function
  public.save_option_version(text, uuid, text), public.delete_option_version(text, uuid),
  public.restore_option_version(text, uuid), public.leave_option_proposal(text, uuid),
  public.propose_options(uuid, text, uuid, text, jsonb, text), public.option_version_entries(uuid, uuid, text),
  public.comment_option(uuid, text, uuid, uuid, text), public.delete_option_comment(uuid, text, uuid)
  to authenticated;
