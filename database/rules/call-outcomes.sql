-- needs: identity slots mentors

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

-- Marks a call that has started: 'held', 'late' (the student came late) or 'missed' (the student did not come). Null takes
-- the mark away, which its mentor may do for a minute, and admins at any time. For its mentor and admins. A definer,
-- because nobody may write the table.
create function public.mark_call(slot uuid, outcome text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_started_booking(slot);
  if outcome is null then
    delete from public.call_outcomes
    where slot_id = slot and (
      marked_at > now() - interval '1 minute' or private.is_admin() or current_setting('role', true) = 'service_role'
    );
    if exists (select from public.call_outcomes where slot_id = slot) then
      raise exception 'The minute to undo this has passed. Please ask an admin.' using errcode = 'P0001';
    end if;
  else
    insert into public.call_outcomes (slot_id, outcome) values (slot, mark_call.outcome) on conflict do nothing;
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
