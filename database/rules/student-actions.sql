-- needs: identity audit-log security-events profiles listed-students open-student student-timeline
-- The actions of an admin on a student's page. All of them are on record.

-- Corrects the name or the phone number of a student.
-- Null keeps what is there, so that of two admins who correct different things at the same moment, neither undoes the other.
create function public.correct_student(
  student uuid, first_name text default null, last_name text default null, phone text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  before public.profiles;
  after public.profiles;
begin
  perform private.require_admin();
  select * into before from public.profiles where id = student for no key update;
  if not found then
    raise exception 'This student has no profile yet.' using errcode = 'P0001';
  end if;
  update public.profiles as profile
    set first_name = coalesce(btrim(correct_student.first_name), profile.first_name),
      last_name = coalesce(btrim(correct_student.last_name), profile.last_name),
      phone = coalesce(btrim(correct_student.phone), profile.phone)
    where id = student
    returning * into after;
  if before is distinct from after then
    perform private.record_action(
      'student corrected', student, private.student_label(student),
      private.changes_between(to_jsonb(before), to_jsonb(after))
    );
  end if;
end
$$;

-- Signs a student out everywhere. Returns the number of sessions that ended. The account of an admin is left alone:
-- an admin whose rights were stolen must not be able to sign out those who would take them away.
create function public.end_student_sessions(student uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  ended integer;
begin
  perform private.require_admin();
  if exists (select from private.admins where user_id = student) then
    raise exception 'The sessions of an admin can only be ended by themselves or the operator.' using errcode = 'P0001';
  end if;
  -- The user row is locked first, as in every change of an account.
  perform from auth.users where id = student for no key update;
  if not found then
    raise exception 'This student no longer exists.' using errcode = 'P0001';
  end if;
  delete from auth.sessions where user_id = student;
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.record_security_event(
      'session ended', student, details => jsonb_build_object('by', 'admin', 'sessions', ended)
    );
  end if;
  perform private.record_action(
    'student signed out', student, private.student_label(student), jsonb_build_object('sessions', ended)
  );
  return ended;
end
$$;

-- Everything about a student as one document, on record. For admins, up to a hundred in a day: exports of single students
-- must not take the place of an export of the list, which needs the super-admin password.
create function public.export_student(student uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  exported jsonb;
begin
  perform private.require_admin();
  perform private.lock_exports();
  if 100 <= (
    select count(*) from public.audit_log
    where action = 'student exported' and actor = auth.uid() and at > now() - interval '24 hours'
  ) then
    raise exception 'You have exported 100 students in 24 hours. Please export a list on /students.' using errcode = 'P0001';
  end if;
  exported := public.open_student(student) || jsonb_build_object(
    'timeline', (select coalesce(jsonb_agg(to_jsonb(event)), '[]') from public.student_timeline(student, null, 200) as event),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('file', split_part(name, '/', 2), 'uploaded_at', created_at) order by name), '[]')
      from storage.objects
      where bucket_id = 'user-documents' and name > student::text || '/' and name < student::text || '0'
    )
  );
  perform private.record_action('student exported', student, private.student_label(student));
  return exported;
end
$$;
comment on function public.export_student is 'For admins only.';
comment on function public.correct_student is 'For admins only.';
comment on function public.end_student_sessions is 'For admins only.';

grant execute on function
  public.correct_student(uuid, text, text, text), public.end_student_sessions(uuid), public.export_student(uuid)
  to authenticated, service_role;

-- Called by the server when it queues a mail about an account on behalf of an admin (server/auth/mail/mail-for-admin.ts).
create function private.record_account_mail(person uuid, email text, kind text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- A sign-up has no account that the log could name.
  perform private.record_action(
    'account mail requested', person, case kind when 'reset' then private.student_label(person) else email end,
    jsonb_build_object('kind', kind)
  );
end
$$;

grant execute on function private.record_account_mail(uuid, text, text) to maarga_server;
