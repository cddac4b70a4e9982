-- needs: identity

-- The one place that says what "has a plan" means: assigned, not taken away, and not over. The job that stores
-- the end of a plan runs a little later than the clock; this does not.
create function private.active_plan(student uuid) returns text
language sql stable set search_path = ''
as $$
  select plan_name from public.user_plans where user_id = student and active and expires_at > now();
$$;

-- Runs for assign_plan and for the plain insert alike. A definer, because it ends rows and reads offers in the
-- name of the rule; an outsider is refused before it touches anything.
create function private.stamp_user_plan() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  latest timestamptz;
begin
  perform private.require_policy(private.is_admin(), 'user_plans');

  -- It would end the one before, in nobody's name: what a rule does is not on record.
  if new.active is not true then
    raise exception 'A plan can only be assigned as active.' using errcode = 'P0001';
  end if;

  -- From here on the row is on its own: whatever becomes of the offer, the student keeps what was bought.
  select plans.expires_at into new.expires_at from public.plans
  where plans.plan_level = new.plan_level and plans.plan_exam = new.plan_exam and plans.plan_name = new.plan_name;
  if not found then
    raise exception 'Could not fetch plan expiry.' using errcode = 'P0001';
  end if;
  if new.expires_at <= now() then
    raise exception 'This plan has ended. Change its expiry first.' using errcode = 'P0001';
  end if;

  -- Two assignments to one student take turns here, and the later one wins. Without the turn both would find
  -- the same row to end, and the unique index would fail the second. Only inserts take it, and before any row:
  -- row locks always come after it, and a row of user_plans before its profile, so nobody waits in a circle.
  perform pg_advisory_xact_lock(hashtext('user plans'), hashtext(new.user_id::text));
  update public.user_plans set active = false where user_id = new.user_id and active;

  -- The latest row decides, so time must not stand still between two rows, nor run back with the clock.
  select max(assigned_at) into latest from public.user_plans where user_id = new.user_id;
  new.assigned_at := greatest(clock_timestamp(), latest + interval '1 microsecond');
  new.assigned_by := auth.uid();
  return new;
end
$$;

create trigger stamp_user_plan before insert on public.user_plans
  for each row execute function private.stamp_user_plan();

-- Has no say of its own: touching the profile makes check_profile (profiles.sql) look at the plans again.
create function private.update_has_plan() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set has_plan = has_plan where id = coalesce(new.user_id, old.user_id);
  return null;
end
$$;

-- delete: it happens with the secret key, or when an account goes (then there is no profile left to touch).
create trigger update_has_plan after insert or update or delete on public.user_plans
  for each row execute function private.update_has_plan();

-- Admins see all, for their table; a student sees the own ones only, past ones included.
create policy "students see their own plans, admins see all" on public.user_plans
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));

-- Nobody buys a plan by a request: payment is confirmed by hand, and then an admin assigns.
create policy "admins assign plans" on public.user_plans
  for insert to authenticated with check ((select private.is_admin()));

-- One way only: an old plan that came back would be older than the latest row, which is the one that decides.
create policy "admins end plans" on public.user_plans
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()) and not active);

grant select on public.user_plans to authenticated;
-- assigned_at and assigned_by may be sent, because the admins' screen sends them; what is stored is stamped.
grant insert (user_id, plan_level, plan_exam, plan_name, active, assigned_at, assigned_by)
  on public.user_plans to authenticated;
grant update (active) on public.user_plans to authenticated;

create policy "the secret key reads and writes what students have" on public.user_plans
  for all to service_role using (true) with check (true);
grant select, insert, update, delete on public.user_plans to service_role;

-- Deactivate and assign in one transaction. It runs as its caller: the trigger and policies above judge.
-- none/none/None is how the admins' screen spells "no plan any more".
create function public.assign_plan(student uuid, level text, exam text, name text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.require_admin();
  if (level, exam, name) = ('none', 'none', 'None') then
    update public.user_plans set active = false where user_id = student and active;
  else
    insert into public.user_plans (user_id, plan_level, plan_exam, plan_name, active)
    values (student, level, exam, name, true);
  end if;
end
$$;

grant execute on function public.assign_plan(uuid, text, text, text) to authenticated, service_role;

-- For the job. A definer, because the server's own login holds no right on plans. A whole season ends in one
-- second, so it stops after a while, far within a statement's time limit, and goes on when it is called again. Rows
-- that somebody is just ending or replacing are left to him, as waiting for them could close a circle.
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
    -- Each row also rewrites a profile, about five thousand a second in all.
    ended := ended + batch;
    exit when batch = 0 or clock_timestamp() > statement_timestamp() + interval '2 seconds';
  end loop;
  return ended;
end
$$;

grant execute on function private.end_expired_plans() to maarga_server;

-- security_invoker: without it everybody who is signed in would read everybody's e-mail address here.
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
