-- needs: identity

-- The definition of "has a plan": assigned, not deactivated, and not expired. The job that deactivates expired plans
-- runs up to a minute late, so this checks the clock.
create function private.active_plan(student uuid) returns text
language sql stable set search_path = ''
as $$
  select plan_name from public.user_plans where user_id = student and active and expires_at > now();
$$;

-- Runs for assign_plan and for plain inserts. A definer, because it deactivates rows and reads offers that the caller
-- may not; callers without the right are refused first.
create function private.check_assignment() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  latest timestamptz;
begin
  -- A confirmed payment assigns its plan.
  perform private.require_policy(private.has_right('take payments'), 'user_plans');

  -- Assignments to one student run one after the other, and the later one wins. Without the lock both would deactivate
  -- the same row, and the unique index would refuse the second. A refund, too, is over before the order is checked. Lock
  -- order, so that no deadlock is possible: this lock, then rows of user_plans, then changes of the profile.
  perform private.lock_students(array[new.user_id]);

  -- An inactive row would deactivate the previous plan without an entry in the audit log.
  if new.active is not true then
    raise exception 'A plan can only be assigned as active.' using errcode = 'P0001';
  end if;

  -- The row has its own expiry: later changes of the offer do not affect the student.
  select plans.expires_at into new.expires_at from public.plans
  where plans.plan_level = new.plan_level and plans.plan_exam = new.plan_exam and plans.plan_name = new.plan_name;
  if not found then
    raise exception 'Could not fetch plan expiry.' using errcode = 'P0001';
  end if;
  if new.expires_at <= now() then
    raise exception 'This plan has ended. Change its expiry first.' using errcode = 'P0001';
  end if;

  -- A payment pays for the plan that was ordered with it, and for nobody else's.
  if new.order_id is not null and not exists (
    select from public.orders
    where id = new.order_id and user_id = new.user_id and state in ('confirmed', 'paid over')
      and (plan_level, plan_exam, plan_name) = (new.plan_level, new.plan_exam, new.plan_name)
  ) then
    raise exception '% is not a confirmed order of this student for this plan.',
      coalesce((select number from public.orders where id = new.order_id), 'This') using errcode = 'P0001';
  end if;

  update public.user_plans set active = false where user_id = new.user_id and active;

  -- The latest row counts, so assigned_at has to increase even if the clock does not.
  select max(assigned_at) into latest from public.user_plans where user_id = new.user_id;
  new.assigned_at := greatest(clock_timestamp(), latest + interval '1 microsecond');
  new.assigned_by := auth.uid();
  return new;
end
$$;

create trigger check_assignment before insert on public.user_plans
  for each row execute function private.check_assignment();

-- Any update of the profile makes check_profile (profiles.sql) compute has_plan again.
create function private.update_has_plan() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set has_plan = has_plan where id = coalesce(new.user_id, old.user_id);
  return null;
end
$$;

-- Rows are deleted with the secret key, or with the account, whose profile is then deleted too.
create trigger update_has_plan after insert or update or delete on public.user_plans
  for each row execute function private.update_has_plan();

-- Students see past plans too.
create policy "students see their own plans, admins see all" on public.user_plans
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));

-- Students cannot assign plans: an admin confirms the payment by hand and then assigns the plan.
create policy "admins assign plans" on public.user_plans
  for insert to authenticated with check ((select private.is_admin()));

-- Plans cannot be reactivated: the latest row counts, and an older one would not be the latest.
create policy "admins deactivate plans" on public.user_plans
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()) and not active);

grant select on public.user_plans to authenticated;
-- assigned_at and assigned_by may be sent, because clients send them; check_assignment overwrites them. assign_plan sends
-- the id of a plan with a note.
grant insert (
  id, user_id, plan_level, plan_exam, plan_name, active, assigned_at, assigned_by, order_id, reason
) on public.user_plans to authenticated;
grant update (active) on public.user_plans to authenticated;

create policy "the secret key reads and writes user plans" on public.user_plans
  for all to service_role using (true) with check (true);
grant select, insert, update, delete on public.user_plans to service_role;

-- Keeps what an admin writes about a plan that they are about to assign. A definer, because only functions read and
-- write notes: students read their plans, and the note is not for them.
create function private.note_plan(user_plan uuid, words text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into private.plan_notes (user_plan_id, words) values (user_plan, words);
end
$$;

grant execute on function private.note_plan(uuid, text) to authenticated, service_role;

-- Deactivates the old plan and assigns the new one in one transaction. It runs with the caller's rights, so the trigger
-- and the policies above apply. none/none/None removes the plan. An admin may name the order that pays for the plan, or say
-- why there is none: gift, cash with receipt, correction. The audit log has it (audit-log.sql).
create function public.assign_plan(
  student uuid, level text, exam text, name text,
  reason text default null, order_number text default null, words text default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  assigned constant uuid := gen_random_uuid();
  note constant text := left(btrim(words), 500);
  paid_by uuid;
begin
  perform private.require_admin();
  if (level, exam, name) = ('none', 'none', 'None') then
    update public.user_plans set active = false where user_id = student and active;
    return;
  end if;
  if assign_plan.reason not in ('gift', 'cash with receipt', 'correction') then
    raise exception 'Choose why there is no payment.' using errcode = 'P0001';
  end if;
  select id into paid_by from public.orders where number = private.find_order_number(order_number);
  if paid_by is null and btrim(order_number) <> '' then
    raise exception 'There is no order %.', order_number using errcode = 'P0001';
  end if;
  if note <> '' then
    perform private.note_plan(assigned, note);
  end if;
  insert into public.user_plans (id, user_id, plan_level, plan_exam, plan_name, active, order_id, reason)
  values (assigned, student, level, exam, name, true, paid_by, assign_plan.reason);
end
$$;
comment on function public.assign_plan is 'For admins only.';

grant execute on function public.assign_plan(uuid, text, text, text, text, text, text) to authenticated, service_role;

-- Called by a job. A definer, because the server's own login has no rights on plans. All plans of a season expire in
-- the same second, so it stops after two seconds, well within the time limit of a statement, and continues with the
-- next call. Rows locked by another transaction are skipped, because waiting for them could cause a deadlock.
create function private.end_expired_plans() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  ended integer := 0;
  batch integer;
begin
  loop
    update public.user_plans set active = false
    where id = any (array(
      select id from public.user_plans where active and expires_at <= now() limit 500 for update skip locked
    ));
    get diagnostics batch = row_count;
    -- Each row also updates a profile; together that is about 5,000 rows a second.
    ended := ended + batch;
    exit when batch = 0 or clock_timestamp() > statement_timestamp() + interval '2 seconds';
  end loop;
  return ended;
end
$$;

grant execute on function private.end_expired_plans() to maarga_server;

-- Without security_invoker, every signed-in user could read all e-mail addresses here.
create view public.user_plans_with_profiles with (security_invoker = true) as
  select
    user_plans.user_id,
    profiles.email,
    profiles.first_name,
    profiles.last_name,
    user_plans.plan_level,
    user_plans.plan_exam,
    user_plans.plan_name,
    user_plans.active and user_plans.expires_at > now() as active,
    user_plans.assigned_at,
    user_plans.expires_at
  from public.user_plans
  join public.profiles on profiles.id = user_plans.user_id;

grant select on public.user_plans_with_profiles to authenticated, service_role;
