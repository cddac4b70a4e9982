-- needs: identity search students student-facts
-- Filters of students: the list of everybody and the audience of mails use the same. The keys are in
-- domain/student-filter.ts, too.

create function private.day_start(day text) returns timestamptz
language sql stable set search_path = ''
return day::date::timestamp at time zone 'Asia/Kolkata';

-- Reads a filter. Whatever is unknown is refused: a condition that is left out by mistake would mail everybody.
create function private.read_student_filter(filter jsonb) returns private.student_filter
language plpgsql stable set search_path = ''
as $$
declare
  wanted private.student_filter;
  entry record;
  is_known boolean;
begin
  if jsonb_typeof(filter) is distinct from 'object' then
    raise exception 'Unknown filter.' using errcode = 'P0001';
  end if;
  for entry in select key, value #>> '{}' as text, jsonb_typeof(value) as type from jsonb_each(filter) loop
    is_known := entry.type = 'string' and case entry.key
      when 'search' then length(entry.text) <= 200
      when 'level' then entry.text in ('ug', 'pg')
      when 'exam' then entry.text in ('cet', 'neet')
      when 'name' then entry.text in ('Basic', 'Medium', 'Advanced')
      when 'status' then entry.text in ('Active', 'Inactive', 'None')
      when 'payment' then entry.text in ('paid', 'waiting', 'ordered', 'none')
      when 'booked' then entry.text in ('once', 'never')
      when 'documents' then entry.text in ('none', 'some', 'new', 'unviewed')
      when 'joinedFrom' then pg_input_is_valid(entry.text, 'date') and entry.text ~ '^[12]\d{3}-\d\d-\d\d$'
      when 'joinedTo' then pg_input_is_valid(entry.text, 'date') and entry.text ~ '^[12]\d{3}-\d\d-\d\d$'
      when 'email' then entry.text in ('on', 'off', 'bad')
      when 'language' then entry.text in ('en', 'kn')
      when 'mark' then pg_input_is_valid(entry.text, 'uuid')
      when 'account' then entry.text in ('unconfirmed', 'no profile', 'complete')
    end
    or entry.type = 'number' and entry.key in ('endsWithinDays', 'seenWithinDays', 'notSeenForDays')
      and entry.text ~ '^\d{1,3}$' and entry.text::integer <= 400;
    if is_known is not true then
      raise exception 'Unknown filter.' using errcode = 'P0001';
    end if;
  end loop;

  wanted.words := private.search_words(filter ->> 'search');
  wanted.level := filter ->> 'level';
  wanted.exam := filter ->> 'exam';
  wanted.name := filter ->> 'name';
  wanted.status := filter ->> 'status';
  wanted.payment := filter ->> 'payment';
  wanted.ends_before := now() + make_interval(days => (filter ->> 'endsWithinDays')::integer);
  wanted.has_booked := filter ->> 'booked' = 'once';
  wanted.documents := filter ->> 'documents';
  wanted.joined_from := private.day_start(filter ->> 'joinedFrom');
  wanted.joined_before := private.day_start(filter ->> 'joinedTo') + interval '1 day';
  wanted.seen_since := now() - make_interval(days => (filter ->> 'seenWithinDays')::integer);
  wanted.seen_before := now() - make_interval(days => (filter ->> 'notSeenForDays')::integer);
  wanted.is_email_off := nullif(filter ->> 'email', 'bad') = 'off';
  wanted.has_bad_address := nullif(filter ->> 'email' = 'bad', false);
  wanted.language := filter ->> 'language';
  wanted.mark := (filter ->> 'mark')::uuid;
  wanted.account := filter ->> 'account';
  return wanted;
end
$$;

-- The conditions that a row of facts decides alone. Inlined, so that those which are not wanted cost nothing: it has no
-- search_path.
create function private.has_wanted_facts(student private.student_facts, wanted private.student_filter) returns boolean
language sql stable
return
  (wanted.level is null or student.plan_level = wanted.level)
  and (wanted.exam is null or student.plan_exam = wanted.exam)
  and (wanted.name is null or student.plan_name = wanted.name)
  and (wanted.status is null or case wanted.status
    when 'Active' then student.plan_is_active and student.plan_ends_at > now()
    when 'Inactive' then not student.plan_is_active and student.plan_name is not null or student.plan_ends_at <= now()
    else student.plan_name is null
  end)
  and (wanted.payment is null or case wanted.payment
    when 'paid' then student.has_paid
    when 'waiting' then student.has_claim
    when 'ordered' then student.order_until > now() and not student.has_claim
    else not student.has_paid and not student.has_claim and (student.order_until > now()) is not true
  end)
  and (wanted.ends_before is null
    or student.plan_is_active and student.plan_ends_at > now() and student.plan_ends_at <= wanted.ends_before)
  and (wanted.has_booked is null or student.has_booked = wanted.has_booked)
  and (wanted.documents is null or (student.last_document_at is null) = (wanted.documents = 'none'))
  and (wanted.joined_from is null or student.joined_at >= wanted.joined_from)
  and (wanted.joined_before is null or student.joined_at < wanted.joined_before)
  and (wanted.seen_since is null or student.last_seen_at >= wanted.seen_since)
  and (wanted.seen_before is null or student.last_seen_at < wanted.seen_before)
  and (wanted.is_email_off is null or student.is_email_off = wanted.is_email_off)
  and (wanted.has_bad_address is null or student.has_bad_address)
  and (wanted.language is null or student.language = wanted.language);

-- The accounts that match, apart from the search. Inlined into its callers, like the two below, so that PostgreSQL plans
-- their order and limit with the conditions: it has no search_path. Callers plan it with the values of the filter, so that
-- what is not wanted is left out of the plan.
create function private.matching_facts(wanted private.student_filter, admin uuid) returns setof private.student_facts
language sql stable
as $$
  select student.*
  from private.student_facts as student
  where private.has_wanted_facts(student, wanted)
    and (wanted.account is null or case wanted.account
      when 'complete' then student.has_profile
      when 'no profile' then not student.has_profile
      else false
    end)
    and (wanted.mark is null
      or exists (select from public.marked_students where mark_id = wanted.mark and student_id = student.id))
    and (wanted.documents is distinct from 'new' or student.last_document_at > coalesce(
      (select viewed_at from private.document_views where admin_id = admin and student_id = student.id), '-infinity'
    ))
    and (wanted.documents is distinct from 'unviewed' or not exists (
      select from private.document_views where student_id = student.id and viewed_at >= student.last_document_at
    ))
$$;

-- The search finds accounts with a profile as Assign Plan does; the others are few, and have only an address.
create function private.found_by_profile(wanted private.student_filter, admin uuid) returns setof private.student_facts
language sql stable
as $$
  select student.*
  from private.matching_facts(wanted, admin) as student join private.student_list as listed on listed.id = student.id
  where private.matches_search(listed, wanted.words)
$$;

create function private.found_by_address(wanted private.student_filter, admin uuid) returns setof private.student_facts
language sql stable
as $$
  select * from private.matching_facts(wanted, admin)
  where not has_profile and email like all (private.search_patterns(wanted.words))
$$;

-- The ids of the accounts that match, for the audience of a mail. Sign-ups that nobody has confirmed are no accounts, and
-- never among them. The caller has checked that this is an admin.
create function private.students_matching(filter jsonb) returns setof uuid
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  wanted constant private.student_filter := private.read_student_filter(filter);
begin
  if wanted.words = '{}' then
    return query select id from private.matching_facts(wanted, auth.uid());
  else
    return query
      select id from private.found_by_profile(wanted, auth.uid())
      union all
      select id from private.found_by_address(wanted, auth.uid());
  end if;
end
$$;
