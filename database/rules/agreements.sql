-- needs: slots slot-topics mentors call-outcomes

-- Each policy reads the slot, so the policies of slots decide: its student, its mentor and admins see the row.
create policy "who sees a slot sees what was agreed" on public.slot_agreements
  for select to authenticated using (exists (select from public.slots where slots.id = slot_id));
create policy "who sees a slot sees its next steps" on public.next_steps
  for select to authenticated using (exists (select from public.slots where slots.id = slot_id));
create policy "the secret key sees what was agreed" on public.slot_agreements for select to service_role using (true);
create policy "the secret key sees next steps" on public.next_steps for select to service_role using (true);
grant select on public.slot_agreements, public.next_steps to authenticated, service_role;

-- Writes what was agreed in a slot that has started, and its next steps: [{"step": "Pay the fee", "dueOn": "2027-06-30"}].
-- A step that stays keeps its tick. For its mentor and admins. A definer, because nobody else may write these rows.
create function public.write_agreement(slot uuid, agreed text, steps jsonb default '[]') returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_started_booking(slot);
  if jsonb_typeof(steps) is distinct from 'array' or jsonb_array_length(steps) > 20 then
    raise exception 'Please write at most 20 next steps.' using errcode = 'P0001';
  end if;
  insert into public.slot_agreements as agreement (slot_id, agreed)
    values (slot, private.clean_note(agreed, 2000))
    on conflict (slot_id) do update set agreed = excluded.agreed, written_at = now();
  with earlier as (
    delete from public.next_steps where slot_id = slot returning step, due_on, done_at
  ), given as (
    select
      position,
      private.clean_note(given.step, 200) as step,
      given."dueOn" as due_on
    from rows from (jsonb_to_recordset(steps) as (step text, "dueOn" date)) with ordinality as given (step, "dueOn", position)
  ), ticks as (
    select step, due_on, max(done_at) as done_at from earlier group by step, due_on
  )
  insert into public.next_steps (slot_id, position, step, due_on, done_at)
    select slot, position, given.step, given.due_on, ticks.done_at
    from given left join ticks on ticks.step = given.step and ticks.due_on is not distinct from given.due_on;
end
$$;

-- Ticks or unticks a next step. For its student. A definer, because no client may write other columns, and the time of
-- the tick is the server's.
create function public.tick_next_step(next_step uuid, is_done boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.next_steps set done_at = case when is_done then coalesce(done_at, now()) end
  where id = next_step
    and exists (select from public.slots where slots.id = slot_id and slots.user_id = auth.uid());
  if not found then
    raise exception 'This step no longer exists.' using errcode = 'P0001';
  end if;
end
$$;

-- The agreements of the caller's slots, with the next steps.
create function public.own_agreements() returns table (slot_id uuid, agreed text, steps jsonb)
language sql stable set search_path = ''
as $$
  select agreement.slot_id, agreement.agreed, coalesce((
    select jsonb_agg(
      jsonb_build_object('id', id, 'step', step, 'dueOn', due_on, 'isDone', done_at is not null) order by position
    )
    from public.next_steps where next_steps.slot_id = agreement.slot_id
  ), '[]')
  from public.slots join public.slot_agreements as agreement on agreement.slot_id = slots.id
  where slots.user_id = (select auth.uid())
  order by slots.start_time desc limit 1000;
$$;

grant execute on function
  public.write_agreement(uuid, text, jsonb), public.tick_next_step(uuid, boolean), public.own_agreements()
  to authenticated;
grant execute on function public.write_agreement(uuid, text, jsonb) to service_role;
