-- needs: identity audit-log slots mentors

-- Mentors and admins read outcomes in list_bookings. No policy is for students.
create policy "the secret key sees outcomes" on public.call_outcomes for select to service_role using (true);
grant select on public.call_outcomes to service_role;

-- Refuses callers who are neither the mentor of the slot nor an admin, and a slot that has not started.
create function private.require_started_booking(slot uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.slots;
begin
  select * into booking from public.slots where id = slot;
  perform private.require_mentor(booking.mentor_id);
  if booking.id is null then
    raise exception 'This slot was deleted.' using errcode = 'P0001';
  elsif booking.start_time > now() then
    raise exception 'This slot has not started yet.' using errcode = 'P0001';
  end if;
end
$$;

-- Marks a call that has started: 'held', 'late' (the student came late), 'missed' (the student did not come) or 'mentor
-- missed'. Null removes the mark: the person who set it may do this for a minute, admins at any time. For its mentor
-- and admins. A definer, because nobody may write the table.
create function public.mark_call(slot uuid, outcome text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_started_booking(slot);
  if outcome is null then
    delete from public.call_outcomes
    where slot_id = slot and (
      marked_at > now() - interval '1 minute' and marked_by = auth.uid() or private.is_admin() or current_setting('role', true) = 'service_role'
    );
    if exists (select from public.call_outcomes where slot_id = slot) then
      raise exception 'The minute to undo this has passed. Please ask an admin.' using errcode = 'P0001';
    end if;
  else
    insert into public.call_outcomes (slot_id, outcome, marked_by) values (slot, mark_call.outcome, auth.uid())
      on conflict do nothing;
    -- The same mark again is a request that was repeated after its response was lost.
    if not exists (
      select from public.call_outcomes as marked where slot_id = slot and marked.outcome = mark_call.outcome
    ) then
      raise exception 'This call is already marked.' using errcode = 'P0001';
    end if;
  end if;
end
$$;

grant execute on function public.mark_call(uuid, text) to authenticated, service_role;

-- Marks a call of the caller to which the mentor did not come, within a week of it. Only admins remove this mark, and
-- it never replaces the mark of a mentor, so students cannot use it to hide a call that they missed.
create function public.report_missing_mentor(slot uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  booking public.slots;
begin
  select * into booking from public.slots where id = slot and user_id = auth.uid() and mentor_id is not null;
  if booking.id is null then
    raise exception 'This slot was deleted.' using errcode = 'P0001';
  elsif booking.end_time > now() then
    raise exception 'Please wait until the end of your slot.' using errcode = 'P0001';
  elsif booking.end_time < now() - interval '7 days' then
    raise exception 'This slot was more than a week ago. Please contact us instead.' using errcode = 'P0001';
  end if;
  insert into public.call_outcomes (slot_id, outcome, marked_by) values (slot, 'mentor missed', auth.uid())
    on conflict do nothing;
  if not exists (select from public.call_outcomes where slot_id = slot and outcome = 'mentor missed') then
    raise exception 'Your mentor has marked this call. Please contact us if the mark is wrong.' using errcode = 'P0001';
  end if;
end
$$;

grant execute on function public.report_missing_mentor(uuid) to authenticated;

create function private.record_mark() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  marked constant public.call_outcomes := coalesce(new, old);
  booking public.slots;
begin
  select * into booking from public.slots where id = marked.slot_id;
  perform private.record_action(
    case tg_op when 'INSERT' then 'call marked' else 'call mark removed' end,
    booking.user_id, private.student_label(booking.user_id),
    jsonb_build_object(
      'starts_at', booking.start_time, 'outcome', marked.outcome,
      'mentor', (select name from public.mentors where id = booking.mentor_id)
    )
  );
  return null;
end
$$;

-- Depth 0 is a statement of the caller. A mark that is deleted with its slot is not recorded.
create trigger record_mark after insert or delete on public.call_outcomes
  for each row when (pg_trigger_depth() = 0 and private.is_request()) execute function private.record_mark();
