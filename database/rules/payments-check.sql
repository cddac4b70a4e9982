-- needs: orders payment-claims receipts statements
-- Checks that steps, sums, receipts and plans agree, and returns a line for each contradiction. `npm run maarga --
-- payments check` prints them, and tests call it after each race. A definer, because the server's own login may not
-- read the tables.

create function private.check_steps() returns setof text
language sql stable set search_path = ''
as $$
  select number || ': its state is ' || state || ', but its last step leads to ' || coalesce(last.to_state, 'nothing')
  from public.orders left join lateral (
    select * from public.order_steps where order_id = orders.id order by id desc limit 1
  ) as last on true
  where last.to_state is distinct from state or last.id is distinct from last_step
  union all
  select orders.number || ': step ' || step.id || ' starts from ' || coalesce(step.from_state, 'nothing')
    || ', but the one before led to ' || coalesce(step.before, 'nothing')
  from (
    select *, lag(to_state) over (partition by order_id order by id) as before from public.order_steps
  ) as step join public.orders on orders.id = order_id
  where from_state is distinct from before
  union all
  select number || ': its check character is wrong' from public.orders
  where private.find_order_number(number) is distinct from number;
$$;

create function private.check_sums() returns setof text
language sql stable set search_path = ''
as $$
  select orders.number || ': received ' || private.rupees(received_paise) || ', but its payments are '
    || private.rupees(coalesce(paid.total, 0)::bigint)
  from public.orders left join lateral (
    select sum(amount_paise) as total from public.payments where order_id = orders.id and state = 'counted'
  ) as paid on true
  where coalesce(paid.total, 0) <> received_paise
  union all
  select orders.number || ': refunded ' || private.rupees(refunded_paise) || ', but its refunds are '
    || private.rupees(coalesce(paid.total, 0)::bigint)
  from public.orders left join lateral (
    select sum(amount_paise) as total from public.refunds where order_id = orders.id
  ) as paid on true
  where coalesce(paid.total, 0) <> refunded_paise
  union all
  select orders.number || ': its state is ' || orders.state || ', but it has ' || count(payments.id) || ' claims'
  from public.orders left join public.payments on order_id = orders.id and payments.state = 'claimed'
  group by orders.id
  having count(payments.id) <> case orders.state when 'proof sent' then 1 else 0 end
  union all
  select orders.number || ': paid short, but the rest is not ' || private.rupees(orders.amount_paise - orders.received_paise)
  from public.orders left join public.orders as rest on rest.rest_of = orders.id and rest.state <> 'cancelled'
  where orders.state = 'paid short' and rest.amount_paise is distinct from orders.amount_paise - orders.received_paise
  union all
  select 'UTR ' || utr || ' counts ' || count(*) || ' times' from public.payments
  where state <> 'set aside' and utr is not null
  group by utr having count(*) > 1
  union all
  select 'Line ' || line.id || ' of a statement shows ' || private.rupees(line.amount_paise)
    || ', but its payment is ' || coalesce(private.rupees(payments.amount_paise), 'missing')
  from public.statement_lines as line left join public.payments on statement_line_id = line.id
  where line.state = 'confirmed' and (
    payments.amount_paise is distinct from line.amount_paise or payments.order_id is distinct from line.order_id
  )
  union all
  select 'Line ' || line.id || ' of a statement has a payment, but is ' || line.state
  from public.payments join public.statement_lines as line on line.id = statement_line_id
  where line.state <> 'confirmed';
$$;

create function private.check_receipts() returns setof text
language sql stable set search_path = ''
as $$
  select orders.number || ': ' || private.rupees(payments.amount_paise) || ' counts, but its receipts are '
    || coalesce(string_agg(receipts.number || ' of ' || private.rupees(receipts.amount_paise), ', '), 'missing')
  from public.payments join public.orders on orders.id = payments.order_id
    left join public.receipts on payment_id = payments.id and cancelled_at is null
  where payments.state = 'counted'
  group by orders.id, payments.id
  having count(receipts.id) <> 1
    or min(receipts.amount_paise) <> least(payments.amount_paise, orders.amount_paise)
    or bool_or(receipts.order_id <> orders.id)
    or bool_or((receipts.snapshot ->> 'amountPaise')::bigint is distinct from receipts.amount_paise)
  union all
  select receipts.number || ': valid, but its payment does not count'
  from public.receipts join public.payments on payments.id = payment_id
  where cancelled_at is null and payments.state <> 'counted'
  union all
  select series.series || 's of ' || series.financial_year || ': ' || counted.numbers || ' numbers up to '
    || coalesce(counted.highest, 0) || ', but ' || series.last || ' were taken'
  from private.number_series as series cross join lateral (
    select count(*) as numbers, max(serial) as highest from (
      select serial from public.receipts where series.series = 'receipt' and financial_year = series.financial_year
      union all
      select serial from public.refunds where series.series = 'refund' and financial_year = series.financial_year
    ) as number
  ) as counted
  where (counted.numbers, coalesce(counted.highest, 0)) is distinct from (series.last::bigint, series.last)
  union all
  select numbered.number || ': issued after a higher number'
  from (
    select number, issued_at, lag(issued_at) over (partition by financial_year order by serial) as before
    from public.receipts
  ) as numbered
  where issued_at < before;
$$;

-- A student whose account was deleted has no plan any more.
create function private.check_ordered_plans() returns setof text
language sql stable set search_path = ''
as $$
  select orders.number || ': ' || state || ', but no plan was assigned for it'
  from public.orders
  where state in ('confirmed', 'paid over') and exists (select from public.profiles where id = orders.user_id)
    and not exists (
      select from public.user_plans
      where order_id = orders.id and user_plans.user_id = orders.user_id
        and (user_plans.plan_level, user_plans.plan_exam, user_plans.plan_name)
          = (orders.plan_level, orders.plan_exam, orders.plan_name)
    )
  union all
  select orders.number || ': ' || state || ', but its plan is active'
  from public.user_plans join public.orders on orders.id = order_id
  where active and state not in ('confirmed', 'paid over', 'refunded')
  union all
  select orders.number || ': ' || count(*) || ' plans are active'
  from public.user_plans join public.orders on orders.id = order_id
  where active group by orders.id having count(*) > 1;
$$;

create function private.check_payments() returns setof text
language sql stable security definer set search_path = ''
as $$
  select private.check_steps()
  union all select private.check_sums()
  union all select private.check_receipts()
  union all select private.check_ordered_plans();
$$;

-- Returns the totals of the books, in the snapshot of the caller's statement.
create function private.sum_payments() returns table (
  orders bigint, steps bigint, receipts bigint, received_paise bigint, refunded_paise bigint
)
language sql stable security definer set search_path = ''
as $$
  select
    (select count(*) from public.orders), (select count(*) from public.order_steps),
    (select count(*) from public.receipts where cancelled_at is null),
    (select coalesce(sum(amount_paise), 0)::bigint from public.payments where state = 'counted'),
    (select coalesce(sum(amount_paise), 0)::bigint from public.refunds);
$$;

grant execute on function private.check_payments(), private.sum_payments() to maarga_server;
