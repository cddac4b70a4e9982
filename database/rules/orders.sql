-- needs: identity audit-log user-plans
-- Orders and their steps. Each step is a function; all of them end in private.take_step, and none can store a step that
-- private.order_transitions does not have.

create policy "students see their own orders, admins see all" on public.orders
  for select to authenticated using (user_id = (select auth.uid()) or (select private.has_right('take payments')));
create policy "the secret key sees orders" on public.orders for select to service_role using (true);
grant select on public.orders to authenticated, service_role;

create policy "students see the steps of their orders, admins see all" on public.order_steps
  for select to authenticated using (
    (select private.has_right('take payments'))
    or exists (select from public.orders where id = order_id and user_id = (select auth.uid()))
  );
create policy "the secret key sees steps" on public.order_steps for select to service_role using (true);
-- The actor and the facts that they saw are for admins only: open_order returns them.
grant select (id, order_id, action, from_state, to_state, at, is_by_desk, reason, words, amount_paise)
  on public.order_steps to authenticated, service_role;

-- Orders with the state that holds now: the job that expires them runs up to a minute late.
create view public.current_orders with (security_invoker = true) as
  select
    id, number, user_id, plan_level, plan_exam, plan_name, amount_paise, upgrades_from, rest_of,
    case when state in ('made', 'rejected') and valid_until <= now() then 'expired' else state end as state,
    made_at, valid_until, changed_at, received_paise, refunded_paise, reason, words, last_step
  from public.orders;
grant select on public.current_orders to authenticated, service_role;

create function private.refuse_step_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The steps of orders are append-only.' using errcode = 'insufficient_privilege';
end
$$;
create trigger refuse_step_change before update or delete or truncate on public.order_steps
  for each statement execute function private.refuse_step_change();

-- ₹5,000 or ₹1,00,000.50, as formatRupees in domain/money.ts.
create function private.rupees(paise bigint) returns text
language sql immutable set search_path = ''
return '₹' || regexp_replace((paise / 100)::text, '(?<=\d)(?=(\d\d)*\d{3}$)', ',', 'g')
  || case when paise % 100 = 0 then '' else '.' || lpad((paise % 100)::text, 2, '0') end;

-- Serializes the steps of a student with each other and with assignments of plans (user-plans.sql). Lock order, so that
-- no deadlock is possible: the students by their id, then orders, payments, plans, statement lines, and numbers. The
-- account and the profile are locked first, as a deletion does, because plans and receipts refer to them: otherwise a
-- deletion would have the account and wait for the order, and the confirmation the other way round.
create function private.lock_students(students uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  student uuid;
begin
  for student in select distinct id from unnest(students) as id where id is not null order by id loop
    perform from auth.users where id = student for key share;
    perform from public.profiles where id = student for key share;
    perform pg_advisory_xact_lock(hashtext('user plans'), hashtext(student::text));
  end loop;
end
$$;

create function private.actor_name() returns text
language sql stable set search_path = ''
as $$
  select coalesce((select email from auth.users where id = auth.uid()), auth.uid()::text, 'secret key');
$$;

-- Stores a step and the state that follows. The foreign key of order_steps refuses steps that do not exist.
create function private.take_step(
  subject uuid, step text, next_state text, taker text,
  reason text default null, words text default null, amount_paise bigint default null, seen jsonb default '{}',
  received bigint default null, refunded bigint default null
) returns bigint
language plpgsql set search_path = ''
as $$
declare
  taken bigint;
begin
  insert into public.order_steps
    (order_id, action, from_state, to_state, is_by_desk, actor, actor_email, reason, words, amount_paise, seen)
  select
    id, step, case when step <> 'make' then state end, next_state, taker = 'desk',
    case when taker <> 'clock' then auth.uid() end,
    -- A step of a student outlives their account, without their address.
    case taker when 'clock' then 'Maarga' when 'student' then 'the student' else private.actor_name() end,
    take_step.reason, nullif(btrim(take_step.words), ''), take_step.amount_paise, take_step.seen
  from public.orders where id = subject
  returning id into taken;

  update public.orders set
    state = next_state, last_step = taken, changed_at = clock_timestamp(),
    reason = take_step.reason, words = nullif(btrim(take_step.words), ''),
    -- With the state, because a constraint compares them.
    received_paise = coalesce(received, received_paise), refunded_paise = coalesce(refunded, refunded_paise)
  where id = subject;
  return taken;
end
$$;

create function private.refuse(message text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using message = refuse.message, errcode = 'P0001';
end
$$;

-- Returns whether the caller may decide about orders: an admin, a colleague of the accounts, or the secret key.
create function private.is_desk() returns boolean
language sql stable set search_path = ''
as $$
  select private.is_allowed('take payments');
$$;

-- Returns how the caller acts on an order: for their own, everybody is a student.
create function private.taker_of(subject uuid) returns text
language sql stable set search_path = ''
as $$
  select case
    when private.is_desk() and not exists (select from public.orders where id = subject and user_id = auth.uid())
      then 'desk'
    else 'student'
  end;
$$;

-- Nobody at the desk decides about their own order (docs/decisions/0102-second-pair-of-eyes.md).
create function private.refuse_own_order(student uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if student = auth.uid() then
    perform private.refuse('This is your own order: somebody else has to decide about it.');
  end if;
end
$$;

-- Locks an order and returns it; rows that refer to it may still be inserted. taker is student or desk. For a student,
-- another student's order does not exist, and is not locked: nobody may hold up the orders of others. The right is checked
-- after the lock, because it may have been revoked while this waited.
create function private.lock_order(subject uuid, taker text, seen_step bigint default null) returns public.orders
language plpgsql set search_path = ''
as $$
declare
  student constant uuid := (select user_id from public.orders where id = subject);
  found_order public.orders;
begin
  if taker = 'student' and student is distinct from auth.uid() then
    perform private.refuse('There is no such order.');
  end if;
  perform private.lock_students(array[student]);
  select * into found_order from public.orders where id = subject for no key update;
  if taker = 'desk' then
    perform private.require_right('take payments');
    perform private.refuse_own_order(found_order.user_id);
  elsif found_order.user_id is distinct from auth.uid() then
    found_order := null;
  end if;
  if found_order.id is null then
    perform private.refuse('There is no such order.');
  end if;
  if found_order.last_step <> seen_step then
    perform private.refuse('This order has changed since you opened it. Please look again.');
  end if;
  if found_order.state in ('made', 'rejected') and found_order.valid_until <= now() then
    perform private.take_step(subject, 'expire', 'expired', 'clock');
    select * into found_order from public.orders where id = subject;
  end if;
  return found_order;
end
$$;

create function private.require_step(subject public.orders, step text, taker text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (
    select from private.order_transitions
    where action = step and from_state = subject.state and taker = any (takers)
  ) then
    perform private.refuse(format('%s is %s, so this is not possible.', subject.number, subject.state));
  end if;
end
$$;

-- A student has one open order. Without this check, the unique index would refuse a second one with an error that
-- nobody can read.
create function private.require_no_other_order(subject public.orders) returns void
language plpgsql stable set search_path = ''
as $$
declare
  other text;
begin
  select number into other from public.orders
  where user_id = subject.user_id and id <> subject.id and state in ('made', 'proof sent', 'rejected');
  if found then
    perform private.refuse(format('The student has another open order, %s. Cancel it first.', other));
  end if;
end
$$;

-- Adds an entry to the audit log with the student, the order and its plan.
create function private.record_payment_action(action text, subject public.orders, details jsonb default '{}') returns void
language sql set search_path = ''
as $$
  select private.record_action(
    action, subject.user_id, private.student_label(subject.user_id),
    jsonb_build_object(
      'order', subject.number, 'plan', private.plan_label(subject.plan_level, subject.plan_exam, subject.plan_name)
    ) || jsonb_strip_nulls(details)
  );
$$;

-- Called by a job. It locks only orders, never students, so it cannot be part of a deadlock. It stops after two seconds,
-- well within the time limit of a statement, and continues with the next call. A definer, because the server's own login
-- may not read orders.
create function private.expire_orders() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  expired integer := 0;
  subject uuid;
begin
  for subject in
    select id from public.orders where state in ('made', 'rejected') and valid_until <= now()
    order by id limit 2000 for no key update skip locked
  loop
    perform private.take_step(subject, 'expire', 'expired', 'clock');
    expired := expired + 1;
    exit when clock_timestamp() > statement_timestamp() + interval '2 seconds';
  end loop;
  return expired;
end
$$;

grant execute on function private.expire_orders() to maarga_server;
