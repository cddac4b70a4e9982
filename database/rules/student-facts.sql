-- needs: identity user-plans profiles orders slots documents
-- private.student_facts, kept current: the row of a student is computed anew after each change of something it shows.

-- Computes everything but last_seen_at. A definer, because no role may write the table. The row is locked before the facts
-- are read, so that of two changes at the same moment the later one sees both.
create function private.refresh_student_facts(student uuid) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  perform from private.student_facts where id = student for no key update;
  -- The rows of a deleted account are deleted with it.
  if not exists (select from auth.users where id = student) then
    return;
  end if;
  if not exists (select from private.student_facts where id = student) then
    insert into private.student_facts (id, joined_at, email, last_seen_at)
    select id, created_at, users.email, coalesce(last_sign_in_at, '-infinity') from auth.users where id = student
    on conflict do nothing;
  end if;
  update private.student_facts as facts set (
    email, first_name, last_name, has_profile, is_email_off, language,
    plan_level, plan_exam, plan_name, plan_is_active, plan_ends_at,
    has_paid, has_claim, order_until, has_booked, last_document_at, has_bad_address
  ) = (
    select users.email, coalesce(profile.first_name, ''), coalesce(profile.last_name, ''), profile.id is not null,
      profile.notify_email is not distinct from false, coalesce(profile.language, 'en'),
      plan.plan_level, plan.plan_exam, plan.plan_name, coalesce(plan.active, false), plan.expires_at,
      exists (
        select from public.orders where user_id = student and state in ('confirmed', 'paid over', 'paid short')
      ),
      exists (select from public.orders where user_id = student and state = 'proof sent'),
      (select max(valid_until) from public.orders where user_id = student and state in ('made', 'rejected')),
      exists (select from public.slots where user_id = student),
      (
        select max(created_at) from storage.objects
        where bucket_id = 'user-documents' and name > student::text || '/' and name < student::text || '0'
      ),
      exists (select from private.bounced_addresses as bounced where bounced.email = users.email and bad_since is not null)
    from auth.users
    left join public.profiles as profile on profile.id = users.id
    left join lateral (
      select * from public.user_plans where user_id = users.id order by assigned_at desc limit 1
    ) as plan on true
    where users.id = student
  )
  where facts.id = student;
end
$$;

create function private.refresh_facts_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_student_facts(user_id) from unnest(
    case tg_op when 'INSERT' then array[new.user_id] when 'DELETE' then array[old.user_id]
      else array[new.user_id, nullif(old.user_id, new.user_id)] end
  ) as user_id
  where user_id is not null;
  return null;
end
$$;

-- A booking changes one fact, at most once, and must stay quick. Bookings take an advisory lock in shared mode, and
-- whatever removes a booking takes it exclusively, so that of a concurrent booking and deletion the later one sees
-- both. It is no row lock, because locking a row writes to it.
create function private.note_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('has booked'), hashtext(new.user_id::text));
  update private.student_facts set has_booked = true where id = new.user_id and not has_booked;
  return null;
end
$$;

create function private.refresh_booked_student(student uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('has booked'), hashtext(student::text));
  perform private.refresh_student_facts(student);
end
$$;

create function private.refresh_facts_of_deleted_slots() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_booked_student(user_id)
  from (select distinct user_id from changed where user_id is not null order by 1) as students;
  return null;
end
$$;

create function private.refresh_facts_of_moved_slot() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_booked_student(least(old.user_id, new.user_id));
  perform private.refresh_booked_student(greatest(old.user_id, new.user_id));
  return null;
end
$$;

create function private.refresh_facts_of_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_student_facts(coalesce(new.id, old.id));
  return null;
end
$$;

create function private.refresh_facts_of_folder() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_student_facts(split_part(coalesce(new.name, old.name), '/', 1)::uuid);
  return null;
end
$$;

create trigger refresh_facts after insert on auth.users
  for each row execute function private.refresh_facts_of_account();
create trigger refresh_facts_after_change after update of email on auth.users
  for each row when (old.email <> new.email) execute function private.refresh_facts_of_account();

create trigger refresh_facts after insert or delete on public.profiles
  for each row execute function private.refresh_facts_of_account();
create trigger refresh_facts_after_change after update on public.profiles
  for each row when (
    (old.first_name, old.last_name, old.notify_email, old.language)
    is distinct from (new.first_name, new.last_name, new.notify_email, new.language)
  )
  execute function private.refresh_facts_of_account();

create trigger refresh_facts after insert or update or delete on public.user_plans
  for each row execute function private.refresh_facts_of_user();

create trigger refresh_facts after insert or update of state, valid_until, user_id on public.orders
  for each row execute function private.refresh_facts_of_user();

create trigger note_booking after insert on public.slots
  for each row execute function private.note_booking();
-- A statement trigger, because the row triggers run before it and lock days: a student who books has also locked the
-- day before their facts change.
create trigger refresh_facts_after_deletion after delete on public.slots
  referencing old table as changed
  for each statement execute function private.refresh_facts_of_deleted_slots();
create trigger refresh_facts_after_change after update of user_id on public.slots
  for each row execute function private.refresh_facts_of_moved_slot();

create trigger refresh_facts after insert on storage.objects
  for each row when (new.bucket_id = 'user-documents') execute function private.refresh_facts_of_folder();
create trigger refresh_facts_after_deletion after delete on storage.objects
  for each row when (old.bucket_id = 'user-documents') execute function private.refresh_facts_of_folder();

-- Called by a job every minute. It reads the sessions of the last ten minutes, and leaves out rows that are locked: the
-- next run has them.
create function private.update_last_seen() returns void
language sql security definer set search_path = ''
as $$
  update private.student_facts as facts set last_seen_at = seen.last_seen_at
  from (
    select facts.id, recent.last_seen_at
    from (
      select user_id, max(last_used_at) as last_seen_at from auth.sessions
      where last_used_at > now() - interval '10 minutes' group by 1
    ) as recent
    join private.student_facts as facts on facts.id = user_id
    where facts.last_seen_at < recent.last_seen_at
    for no key update of facts skip locked
  ) as seen
  where facts.id = seen.id;
$$;

grant execute on function private.update_last_seen() to maarga_server;

-- The admin who calls has now viewed the student's documents. Two requests at the same moment are fine.
create function private.note_documents_viewed(student uuid) returns void
language sql set search_path = ''
as $$
  insert into private.document_views (admin_id, student_id)
  select auth.uid(), id from auth.users where id = student
  on conflict (admin_id, student_id) do update set viewed_at = now();
$$;

-- For an admin who knows a student's new documents without opening them. A definer, because no role may write the table.
create function public.mark_documents_viewed(student uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if auth.uid() is not null then
    perform private.note_documents_viewed(student);
  end if;
end
$$;
comment on function public.mark_documents_viewed is 'For admins only.';

grant execute on function public.mark_documents_viewed(uuid) to authenticated, service_role;
