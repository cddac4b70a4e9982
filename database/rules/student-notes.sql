-- needs: identity audit-log mentors slots slot-topics search

create policy "admins see notes, mentors those for them" on public.student_notes
  for select to authenticated using (
    (select private.is_admin())
    or (
      is_for_mentors and (select private.is_mentor()) and student_id in (
        select user_id from public.slots
        where mentor_id = (select auth.uid()) and start_time > now() - interval '30 days'
      )
    )
  );
create policy "the secret key sees notes" on public.student_notes for select to service_role using (true);
grant select on public.student_notes to authenticated, service_role;

create function private.max_notes() returns integer
language sql immutable
return 500;

-- Adds a note, without the passwords and codes in it. For admins. A definer, because no role may write notes, and the
-- author is the caller.
create function public.add_student_note(student uuid, note text, is_for_mentors boolean default false) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  cleaned text;
  added uuid;
begin
  perform private.require_admin();
  cleaned := private.clean_note(note, 2000);
  if coalesce(cleaned, '') = '' then
    raise exception 'Please write a note.' using errcode = 'P0001';
  end if;
  -- Two admins who write at the same moment count each other's notes.
  perform from auth.users where id = student for no key update;
  if not found then
    raise exception 'This student no longer exists.' using errcode = 'P0001';
  end if;
  if (select count(*) from public.student_notes where student_id = student) >= private.max_notes() then
    raise exception 'A student has at most % notes. Please remove old ones first.', private.max_notes()
      using errcode = 'P0001';
  end if;
  insert into public.student_notes (student_id, note, is_for_mentors, author, author_email)
    values (
      student, cleaned, coalesce(add_student_note.is_for_mentors, false), auth.uid(),
      coalesce((select email from auth.users where id = auth.uid()), 'secret key')
    ) returning id into added;
  return added;
end
$$;

-- Removes a note. The audit log keeps whose it was, but not its text. For admins.
create function public.remove_student_note(note_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  removed public.student_notes;
begin
  perform private.require_admin();
  delete from public.student_notes where id = note_id returning * into removed;
  if not found then
    raise exception 'This note no longer exists.' using errcode = 'P0001';
  end if;
  perform private.record_action(
    'student note removed', removed.student_id, private.student_label(removed.student_id),
    jsonb_build_object('author', removed.author_email, 'written_at', removed.written_at)
  );
end
$$;

-- The notes that contain each word, the newest first. For admins. A definer, for the same reason as list_students.
create function public.search_student_notes(search text, max_notes integer default 20) returns table (
  id uuid, student_id uuid, student text, note text, written_at timestamptz, author_email text
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  patterns text[];
begin
  perform private.require_admin();
  patterns := private.search_patterns(private.search_words(left(search, 200)));
  if patterns = '{}' then
    return;
  end if;
  return query
    select id, student_id, private.student_label(student_id), note, written_at, author_email
    from public.student_notes
    where lower(note) like all (patterns)
    order by written_at desc, id
    limit least(greatest(search_student_notes.max_notes, 1), 100);
end
$$;

comment on function public.add_student_note is 'For admins only.';
comment on function public.remove_student_note is 'For admins only.';
comment on function public.search_student_notes is 'For admins only.';

grant execute on function
  public.add_student_note(uuid, text, boolean), public.remove_student_note(uuid),
  public.search_student_notes(text, integer)
  to authenticated, service_role;
