-- needs: orders payment-claims receipts
-- Refunds, and undoing a confirmation that was a mistake.

-- Ends the plan of an order. With plan_then 'previous', assigns the plan from before the upgrade again, if it is still
-- on sale. A plan that an admin had assigned by hand before the payment (payment-confirmation.sql) stays then, without the order.
create function private.end_ordered_plan(subject public.orders, plan_then text) returns void
language plpgsql set search_path = ''
as $$
declare
  upgrade text;
  ended uuid;
begin
  select orders.number into upgrade from public.user_plans join public.orders on orders.id = order_id
  where user_plans.user_id = subject.user_id and active and orders.upgrades_from = subject.plan_name
    and (orders.plan_level, orders.plan_exam) = (subject.plan_level, subject.plan_exam);
  if found then
    perform private.refuse(format('This plan was upgraded with %s. Refund or undo that first.', upgrade));
  end if;
  update public.user_plans set order_id = null
  where order_id = subject.id and active and plan_then = 'previous' and assigned_at < (
    select max(at) from public.order_steps where order_steps.order_id = subject.id and action in ('confirm', 'take over')
  );
  if found then
    return;
  end if;
  update public.user_plans set active = false where order_id = subject.id and active returning id into ended;
  if plan_then = 'previous' and ended is not null and subject.upgrades_from is not null and exists (
    select from public.plans
    where (plan_level, plan_exam, plan_name) = (subject.plan_level, subject.plan_exam, subject.upgrades_from)
      and expires_at > now()
  ) then
    insert into public.user_plans (user_id, plan_level, plan_exam, plan_name, active, order_id, reason)
    select subject.user_id, subject.plan_level, subject.plan_exam, subject.upgrades_from, true, paid_by,
      case when paid_by is null then 'correction' end
    from (
      select (
        select order_id from public.user_plans
        where user_id = subject.user_id and plan_name = subject.upgrades_from
          and (plan_level, plan_exam) = (subject.plan_level, subject.plan_exam)
        order by assigned_at desc limit 1
      ) as paid_by
    ) as earlier;
  end if;
end
$$;

-- Cancels the rest of an order that was paid short.
create function private.cancel_rest(subject public.orders) returns void
language plpgsql set search_path = ''
as $$
declare
  rest public.orders;
begin
  select * into rest from public.orders where rest_of = subject.id and state <> 'cancelled' for no key update;
  if not found or rest.state = 'refunded' then
    return;
  elsif rest.state not in ('made', 'rejected', 'expired') then
    perform private.refuse(format('The rest, %s, is %s. Decide on that first.', rest.number, rest.state));
  end if;
  perform private.release_line(rest.id);
  perform private.take_step(rest.id, 'cancel', 'cancelled', 'desk', reason => 'the first part is given back');
end
$$;

create function public.refund_order(
  order_id uuid, refund_paise bigint, reference text, refunded_on date default null, plan_then text default 'end',
  words text default null, seen_step bigint default null
) returns table (refund_id uuid, refund_number text)
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'Asia/Kolkata')::date;
  subject public.orders;
  surplus bigint;
  remainder bigint;
  next_state text := 'refunded';
  kind text := 'refund';
  then_plan text := plan_then;
  taken record;
begin
  perform private.require_right('take payments');
  subject := private.lock_order(order_id, 'desk', seen_step);
  perform private.require_step(subject, 'refund', 'desk');
  remainder := subject.received_paise - subject.refunded_paise;
  surplus := greatest(remainder - subject.amount_paise, 0);
  if coalesce(btrim(reference), '') = '' then
    perform private.refuse('Please enter the reference of the refund.');
  elsif (refund_paise between 1 and remainder) is not true then
    perform private.refuse(format('At most %s can be refunded.', private.rupees(remainder)));
  elsif subject.state = 'paid short' and refund_paise < remainder then
    perform private.refuse(format('Refund the whole part payment of %s.', private.rupees(remainder)));
  elsif plan_then is null or plan_then not in ('keep', 'end', 'previous') then
    perform private.refuse('Choose what becomes of the plan.');
  elsif refunded_on > today then
    perform private.refuse('This day has not come yet.');
  elsif refunded_on < (subject.made_at at time zone 'Asia/Kolkata')::date then
    perform private.refuse('The order was not made yet on this day.');
  end if;
  if subject.state = 'paid over' and refund_paise <= surplus then
    kind := 'surplus';
    then_plan := 'keep';
    next_state := case when refund_paise = surplus then 'confirmed' else 'paid over' end;
  elsif subject.state = 'paid short' then
    perform private.cancel_rest(subject);
  elsif then_plan <> 'keep' then
    perform private.end_ordered_plan(subject, then_plan);
  end if;

  perform private.take_step(
    subject.id, 'refund', next_state, 'desk', words => refund_order.words, amount_paise => refund_paise,
    refunded => subject.refunded_paise + refund_paise,
    seen => jsonb_build_object(
      'received_paise', subject.received_paise, 'refunded_paise', subject.refunded_paise, 'reference', btrim(reference),
      'plan_then', then_plan
    )
  );
  select * into taken from private.take_number('refund');
  insert into public.refunds (
    number, financial_year, serial, order_id, receipt_id, user_id, amount_paise, kind, reference, refunded_on, plan_then,
    words, at
  )
  select
    taken.number, taken.financial_year, taken.serial, subject.id, receipts.id, subject.user_id, refund_paise,
    kind, left(btrim(reference), 100), coalesce(refund_order.refunded_on, today), then_plan,
    nullif(btrim(refund_order.words), ''), taken.at
  from public.receipts where receipts.order_id = subject.id and cancelled_at is null
  returning id, number into refund_id, refund_number;
  perform private.record_payment_action(
    'payment refunded', subject, jsonb_build_object(
      'refund_paise', refund_paise, 'reference', btrim(reference), 'plan_then', then_plan, 'number', refund_number,
      'words', nullif(btrim(refund_order.words), '')
    )
  );
  return next;
end
$$;
comment on function public.refund_order is 'Needs the right to take payments.';

-- Undoes a confirmation that was a mistake: the payment is a claim again, and its receipt is cancelled and kept.
create function public.undo_confirmation(order_id uuid, words text, seen_step bigint default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.orders;
  line bigint;
begin
  perform private.require_right('take payments');
  subject := private.lock_order(order_id, 'desk', seen_step);
  perform private.require_step(subject, 'undo', 'desk');
  if coalesce(btrim(words), '') = '' then
    perform private.refuse('Please say why.');
  elsif subject.refunded_paise > 0 then
    perform private.refuse('A refund was made already, so this cannot be undone.');
  elsif subject.state = 'paid short' then
    perform private.cancel_rest(subject);
  else
    perform private.end_ordered_plan(subject, 'previous');
  end if;
  perform private.require_no_other_order(subject);
  perform private.take_step(
    subject.id, 'undo', 'proof sent', 'desk', words => undo_confirmation.words, amount_paise => subject.received_paise,
    received => 0, seen => jsonb_build_object('received_paise', subject.received_paise)
  );
  update public.receipts set cancelled_at = now(), cancel_reason = left(btrim(undo_confirmation.words), 500)
  where receipts.order_id = subject.id and cancelled_at is null;
  select statement_line_id into line from public.payments
  where payments.order_id = subject.id and state = 'counted' for update;
  -- The amount may have been the mistake.
  update public.payments set state = 'claimed', statement_line_id = null, amount_paise = null
  where payments.order_id = subject.id and state = 'counted';
  update public.statement_lines set state = 'chosen', how = 'hand', settled_at = null, settled_by = null where id = line;
  perform private.record_payment_action(
    'confirmation undone', subject, jsonb_build_object('words', left(btrim(undo_confirmation.words), 500))
  );
end
$$;
comment on function public.undo_confirmation is 'Needs the right to take payments.';

grant execute on function
  public.refund_order(uuid, bigint, text, date, text, text, bigint), public.undo_confirmation(uuid, text, bigint)
  to authenticated, service_role;
