-- needs: identity audit-log orders profiles student-filter
-- Marks that admins put on students, and filters that they save for all admins.

create policy "admins see marks" on public.student_marks for select to authenticated using ((select private.is_admin()));
create policy "admins see marked students" on public.marked_students
  for select to authenticated using ((select private.is_admin()));
create policy "admins see saved filters" on public.student_filters
  for select to authenticated using ((select private.is_admin()));
create policy "the secret key sees marks" on public.student_marks for select to service_role using (true);
create policy "the secret key sees marked students" on public.marked_students for select to service_role using (true);
create policy "the secret key sees saved filters" on public.student_filters for select to service_role using (true);
grant select on public.student_marks, public.marked_students, public.student_filters to authenticated, service_role;

-- Returns the name on one line, without hidden characters, and at most this long.
create function private.clean_name(name text, max_length integer) returns text
language sql stable set search_path = ''
return btrim(left(btrim(regexp_replace(private.strip_hidden_characters(name), '[[:cntrl:]\s]+', ' ', 'g')), max_length));

-- Makes a mark, or returns the one of that name. The functions of this file are definers, because no role may write these
-- tables, and their author is the caller.
create function public.make_student_mark(name text) returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  cleaned constant text := private.clean_name(make_student_mark.name, 40);
  made uuid;
begin
  perform private.require_admin();
  if coalesce(cleaned, '') = '' then
    raise exception 'Please name the mark.' using errcode = 'P0001';
  end if;
  perform pg_advisory_xact_lock(hashtext('student marks'));
  if (select count(*) from public.student_marks where lower(name) <> lower(cleaned)) >= 50 then
    raise exception 'There are 50 marks. Please remove some first.' using errcode = 'P0001';
  end if;
  insert into public.student_marks (name, made_by_email) values (cleaned, private.actor_name())
    on conflict (lower(name)) do nothing returning id into made;
  if made is null then
    return (select id from public.student_marks where lower(name) = lower(cleaned));
  end if;
  perform private.record_action('student mark made', made, cleaned);
  return made;
end
$$;

-- Removes a mark from all students.
create function public.remove_student_mark(mark uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  removed text;
  students integer;
begin
  perform private.require_admin();
  select count(*) into students from public.marked_students where mark_id = mark;
  delete from public.student_marks where id = mark returning name into removed;
  if removed is null then
    raise exception 'This mark no longer exists.' using errcode = 'P0001';
  end if;
  perform private.record_action('student mark removed', mark, removed, jsonb_build_object('students', students));
end
$$;

-- Puts a mark on students or takes it off. Repeating it changes nothing.
create function public.mark_students(mark uuid, students uuid[], is_on boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if cardinality(students) > 1000 then
    raise exception 'Please mark at most 1000 students at once.' using errcode = 'P0001';
  end if;
  perform from public.student_marks where id = mark for key share;
  if not found then
    raise exception 'This mark no longer exists.' using errcode = 'P0001';
  end if;
  if is_on then
    insert into public.marked_students (mark_id, student_id, put_by_email)
    select mark, id, private.actor_name() from auth.users where id = any (students) order by id
    on conflict do nothing;
  else
    delete from public.marked_students where mark_id = mark and student_id = any (students);
  end if;
end
$$;

-- Saves a filter under a name, or replaces the one of that name.
create function public.save_student_filter(name text, filter jsonb, columns text[], sort text) returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  cleaned constant text := private.clean_name(save_student_filter.name, 60);
  saved uuid;
begin
  perform private.require_admin();
  perform private.read_student_filter(save_student_filter.filter);
  if coalesce(cleaned, '') = '' then
    raise exception 'Please name the filter.' using errcode = 'P0001';
  end if;
  if octet_length(save_student_filter.columns::text) > 2000 or length(save_student_filter.sort) > 100 then
    raise exception 'Unknown column.' using errcode = 'P0001';
  end if;
  perform pg_advisory_xact_lock(hashtext('student filters'));
  if (select count(*) from public.student_filters where lower(name) <> lower(cleaned)) >= 100 then
    raise exception 'There are 100 filters. Please remove some first.' using errcode = 'P0001';
  end if;
  insert into public.student_filters (name, filter, columns, sort, made_by_email)
    values (
      cleaned, save_student_filter.filter, coalesce(save_student_filter.columns, '{}'),
      coalesce(save_student_filter.sort, ''), private.actor_name()
    )
    on conflict (lower(name)) do update
      set name = excluded.name, filter = excluded.filter, columns = excluded.columns, sort = excluded.sort,
        made_by_email = excluded.made_by_email, made_at = now()
    returning id into saved;
  perform private.record_action(
    'student filter saved', saved, cleaned, jsonb_build_object('filter', save_student_filter.filter)
  );
  return saved;
end
$$;

create function public.remove_student_filter(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  removed text;
begin
  perform private.require_admin();
  delete from public.student_filters where id = remove_student_filter.id returning name into removed;
  if removed is null then
    raise exception 'This filter no longer exists.' using errcode = 'P0001';
  end if;
  perform private.record_action('student filter removed', remove_student_filter.id, removed);
end
$$;

comment on function public.make_student_mark is 'For admins only.';
comment on function public.remove_student_mark is 'For admins only.';
comment on function public.mark_students is 'For admins only.';
comment on function public.save_student_filter is 'For admins only.';
comment on function public.remove_student_filter is 'For admins only.';

grant execute on function
  public.make_student_mark(text), public.remove_student_mark(uuid), public.mark_students(uuid, uuid[], boolean),
  public.save_student_filter(text, jsonb, text[], text), public.remove_student_filter(uuid)
  to authenticated, service_role;
