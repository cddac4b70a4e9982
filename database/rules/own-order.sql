-- needs: orders payment-claims receipts

-- Returns what a student sees of their own order: the open one, or else the last, with its UTR, receipt and refund.
-- Policies apply as in a request for each. web/queries/own-order.ts reads it.
create function public.own_order() returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(latest) || jsonb_build_object(
    'rest_of', (select number from public.orders where id = latest.rest_of),
    'payment', (
      select jsonb_build_object('utr', utr, 'has_proof', private.has_proof(id), 'claimed_at', claimed_at)
      from public.payments
      -- The one that was rejected is set aside.
      where order_id = latest.id and (state <> 'set aside' or latest.state = 'rejected')
      order by state = 'set aside', claimed_at desc
      limit 1
    ),
    'receipt', (
      select number from public.receipts where order_id = latest.id and cancelled_at is null
      order by issued_at desc
      limit 1
    ),
    'refund', (
      select jsonb_build_object(
        'number', number, 'amount_paise', amount_paise, 'reference', reference, 'refunded_on', refunded_on, 'plan_then', plan_then
      )
      from public.refunds where order_id = latest.id
      order by at desc
      limit 1
    )
  )
  from (
    select
      id, number, state, plan_level, plan_exam, plan_name, upgrades_from, amount_paise, received_paise, refunded_paise, rest_of,
      reason, words, made_at, valid_until, changed_at
    from public.current_orders
    where user_id = (select auth.uid())
    order by state in ('made', 'proof sent', 'rejected') desc, changed_at desc
    limit 1
  ) as latest;
$$;

grant execute on function public.own_order() to authenticated;
