-- needs: identity audit-log mentor-names
-- The role of mentors, and the part of their profile that others see.

-- Keeps everybody from booking, moving and cancelling until the commit, and waits for those who are doing it. Changes
-- of the mentors and their calendars run under this lock, so a booking never sees half of one, and bookings themselves
-- need no lock for it. Callers hold no other lock than those of sessions, so no deadlock is possible. Only writers
-- wait; readers do not. Callers check the right of the caller first, or a stranger could stop all bookings.
create function private.lock_bookings() returns void
language plpgsql set search_path = ''
as $$
begin
  lock table public.slots in share row exclusive mode;
end
$$;

-- The same for a change of somebody's rights as a mentor, which changes their sessions too (session-state.sql). A
-- request of theirs may have locked its session to record the use (sessions.sql) before it waits for the bookings. So
-- the sessions are locked before the bookings; otherwise, the two could deadlock.
create function private.lock_account_and_bookings(account uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from auth.users where id = account for no key update;
  perform from auth.sessions where user_id = account order by id for no key update;
  perform private.lock_bookings();
end
$$;

-- The first mentor gets all slots of the first calendar and its hours, so the change alters no time and no booking. Other
-- mentors have no hours, and so no bookings, until the hours are set. An earlier mentor gets the former profile back.
create function private.grant_mentor(account uuid, given_by text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_first boolean;
begin
  perform private.lock_account_and_bookings(account);
  is_first := not exists (select from public.mentors where revoked_at is null);
  insert into public.mentors as mentor (id, name, granted_by)
    values (
      account,
      private.first_mentor_name(account),
      given_by
    )
    on conflict (id) do update set
      revoked_at = null, active = true, granted_at = excluded.granted_at, granted_by = excluded.granted_by
      where mentor.revoked_at is not null;
  insert into public.mentor_links (mentor_id) values (account) on conflict do nothing;
  if is_first and not exists (select from public.mentor_hours where mentor_id = account) then
    insert into public.mentor_hours (mentor_id, weekday, starts_at, ends_at)
      select account, weekday, '10:00', '22:00' from generate_series(1, 7) as weekday;
  end if;
  update public.slots set mentor_id = account where mentor_id is null;
  perform private.offer_times_of_all_days();
end
$$;

grant execute on function private.grant_mentor(uuid, text) to maarga_server;

-- The rights end at once. Each coming booking goes to another mentor who is free, and its student is told. A booking for
-- which nobody is free stays as it is, and the agenda of admins marks it. The profile and past slots are kept.
create function private.revoke_mentor(account uuid) returns table (moved integer, remaining integer)
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.slots;
  successor uuid;
begin
  perform private.lock_account_and_bookings(account);
  update public.mentors set revoked_at = now() where id = account and revoked_at is null;
  -- Students who keep the booking must not be sent to the video call of somebody who is no longer a mentor.
  update public.mentor_links set video_url = null where mentor_id = account;
  moved := 0;
  remaining := 0;
  for booking in
    select * from public.slots where mentor_id = account and start_time > now() order by start_time
  loop
    successor := private.assign_mentor(booking, null);
    if successor is null then
      remaining := remaining + 1;
    else
      perform private.give_booking(booking, successor);
      moved := moved + 1;
    end if;
  end loop;
  perform private.offer_times_of_all_days();
  return next;
end
$$;

grant execute on function private.revoke_mentor(uuid) to maarga_server;

-- The same for a mentor or an admin, whose right is checked again after the lock: it may have been revoked while they
-- waited. The functions for admins below do the same.
create function private.lock_bookings_as_mentor(mentor uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_mentor(mentor);
  perform private.lock_bookings();
  perform private.require_mentor(mentor);
end
$$;

create function public.grant_mentor(email text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  account uuid;
begin
  perform private.require_admin();
  select id into account from auth.users
    where users.email = lower(btrim(grant_mentor.email)) and email_confirmed_at is not null;
  if account is null then
    raise exception 'There is no account with this confirmed address.' using errcode = 'P0001';
  end if;
  perform private.lock_account_and_bookings(account);
  perform private.require_admin();
  perform private.grant_mentor(
    account, coalesce((select users.email from auth.users where id = auth.uid()), 'secret key')
  );
  return account;
end
$$;
comment on function public.grant_mentor is 'For admins only.';

create function public.revoke_mentor(mentor uuid) returns table (moved integer, remaining integer)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.lock_account_and_bookings(mentor);
  perform private.require_admin();
  return query select * from private.revoke_mentor(mentor);
end
$$;
comment on function public.revoke_mentor is 'For admins only.';

-- Former mentors come last.
create function public.list_mentors() returns table (
  id uuid,
  email text,
  name text,
  languages text[],
  exams text[],
  levels text[],
  about text,
  video_url text,
  active boolean,
  granted_at timestamptz,
  granted_by text,
  revoked_at timestamptz,
  upcoming integer
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select
      id, email, name, languages, exams, levels, about, video_url, active, granted_at, granted_by, revoked_at,
      (select count(*)::integer from public.slots where mentor_id = mentors.id and start_time > now())
    from public.mentors join auth.users using (id) left join public.mentor_links on mentor_id = id
    order by revoked_at is not null, name, id;
end
$$;
comment on function public.list_mentors is 'For admins only.';

-- The rights of the caller, for the guards of screens. A mentor or an admin without the second step that they need is
-- neither, and reads that it is missing.
create function public.check_mentor() returns table (is_mentor boolean, is_admin boolean, needs_two_step boolean)
language sql stable security definer set search_path = ''
as $$
  select
    private.is_mentor(),
    private.is_admin(),
    not private.has_passed_two_step() and (
      exists (select from private.admins where user_id = auth.uid())
      or exists (select from public.mentors where id = auth.uid() and revoked_at is null)
    );
$$;

grant execute on function
  public.grant_mentor(text), public.revoke_mentor(uuid), public.list_mentors(), public.check_mentor()
  to authenticated, service_role;

create function private.record_mentor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_action(
    case when new.revoked_at is null then 'mentor granted' else 'mentor revoked' end,
    new.id,
    coalesce((select email from auth.users where id = new.id), new.id::text),
    jsonb_build_object('granted_by', new.granted_by)
  );
  return null;
end
$$;

create trigger record_mentor after insert on public.mentors
  for each row execute function private.record_mentor();
create trigger record_mentor_change after update of revoked_at on public.mentors
  for each row when (old.revoked_at is distinct from new.revoked_at) execute function private.record_mentor();

-- Students also see the former mentors of their own slots, for their history.
create policy "students see mentors" on public.mentors
  for select to authenticated using (
    (active and revoked_at is null)
    or exists (select from public.slots where mentor_id = mentors.id and user_id = (select auth.uid()))
  );
create policy "mentors see their own profile" on public.mentors
  for select to authenticated using (id = (select auth.uid()) and (select private.is_mentor()));
create policy "admins see all mentors" on public.mentors
  for select to authenticated using ((select private.is_admin()));
create policy "mentors and admins change profiles" on public.mentors
  for update to authenticated
  using ((id = (select auth.uid()) and (select private.is_mentor())) or (select private.is_admin()))
  with check ((id = (select auth.uid()) and (select private.is_mentor())) or (select private.is_admin()));
create policy "the secret key sees and changes mentors" on public.mentors
  for all to service_role using (true) with check (true);
grant select (id, name, languages, exams, levels, about, active) on public.mentors to authenticated;
grant update (name, languages, exams, levels, about) on public.mentors to authenticated, service_role;
grant select on public.mentors to service_role;
-- The operator's command line lists them.
create policy "the server sees mentors" on public.mentors for select to maarga_server using (true);
grant select on public.mentors to maarga_server;

create policy "everyone sees the photographs of the mentors whom they see" on public.mentor_photos
  for select to authenticated using (exists (select from public.mentors where id = mentor_id));
create policy "mentors and admins change photographs" on public.mentor_photos
  for all to authenticated
  using ((mentor_id = (select auth.uid()) and (select private.is_mentor())) or (select private.is_admin()))
  with check ((mentor_id = (select auth.uid()) and (select private.is_mentor())) or (select private.is_admin()));
create policy "the secret key sees and changes photographs" on public.mentor_photos
  for all to service_role using (true) with check (true);
grant select, delete, insert (mentor_id, jpeg), update (mentor_id, jpeg)
  on public.mentor_photos to authenticated, service_role;

create policy "students see the link of an upcoming call" on public.mentor_links
  for select to authenticated using (exists (
    select from public.slots
    where slots.mentor_id = mentor_links.mentor_id and user_id = (select auth.uid()) and end_time > now()
  ));
create policy "mentors and admins see links" on public.mentor_links
  for select to authenticated
  using ((mentor_id = (select auth.uid()) and (select private.is_mentor())) or (select private.is_admin()));
create policy "mentors and admins change links" on public.mentor_links
  for update to authenticated
  using ((mentor_id = (select auth.uid()) and (select private.is_mentor())) or (select private.is_admin()))
  with check ((mentor_id = (select auth.uid()) and (select private.is_mentor())) or (select private.is_admin()));
create policy "the secret key sees and changes links" on public.mentor_links
  for all to service_role using (true) with check (true);
grant select, update (video_url) on public.mentor_links to authenticated, service_role;

create policy "mentors and admins see hours" on public.mentor_hours
  for select to authenticated
  using ((mentor_id = (select auth.uid()) and (select private.is_mentor())) or (select private.is_admin()));
create policy "the secret key sees hours" on public.mentor_hours for select to service_role using (true);
grant select on public.mentor_hours to authenticated, service_role;

create policy "mentors and admins see absences" on public.mentor_absences
  for select to authenticated
  using ((mentor_id = (select auth.uid()) and (select private.is_mentor())) or (select private.is_admin()));
-- The end of an absence frees time and affects no booking, so it needs no function.
create policy "mentors and admins delete absences" on public.mentor_absences
  for delete to authenticated
  using ((mentor_id = (select auth.uid()) and (select private.is_mentor())) or (select private.is_admin()));
create policy "the secret key sees and deletes absences" on public.mentor_absences
  for all to service_role using (true);
grant select, delete on public.mentor_absences to authenticated, service_role;
