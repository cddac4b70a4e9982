-- needs: orders payment-claims
-- Warnings about an order. They block nothing: an admin decides, and the step keeps the warnings that they saw.

create function private.order_warnings(subject public.orders) returns jsonb
language sql stable set search_path = ''
as $$
  with claim as (
    select * from public.payments
    where order_id = subject.id and state <> 'set aside'
    order by state = 'claimed' desc limit 1
  ), proposed as (
    select * from public.statement_lines
    where order_id = subject.id and state in ('certain', 'suggested', 'chosen') limit 1
  ), present as (
    select * from private.current_user_plan(subject.user_id)
  ), found (code, text, order_number) as (
    select 'amount differs', 'The statement shows ' || private.rupees(amount_paise) || '.', null::text
    from proposed where amount_paise <> subject.amount_paise
    union all
    select 'amount differs', 'Noted as received: ' || private.rupees(amount_paise) || '.', null
    from claim where state = 'claimed' and amount_paise <> subject.amount_paise
    union all
    (select 'utr seen before', 'The same UTR was sent for ' || orders.number || '.', orders.number
    from claim join public.payments earlier on earlier.utr = claim.utr and earlier.order_id <> subject.id
      join public.orders on orders.id = earlier.order_id
    order by earlier.claimed_at desc limit 5)
    union all
    (select distinct 'picture seen before', 'The same picture was sent for ' || orders.number || '.', orders.number
    from claim join public.payments earlier
        on earlier.proof_sha256 = claim.proof_sha256 and earlier.order_id <> subject.id
      join public.orders on orders.id = earlier.order_id
    limit 5)
    union all
    select 'paid before the order', 'Paid on ' || to_char(day, 'FMDD Mon YYYY') || ', before the order was made.', null
    from (select coalesce((select day from proposed), (select paid_on from claim)) as day) as paid
    where day < (subject.made_at at time zone 'Asia/Kolkata')::date
    union all
    select 'expired', 'The payment came after the order had expired.', null
    from claim where subject.state = 'proof sent' and claimed_at > subject.valid_until
    union all
    select 'plan changed', 'The student''s plan is now '
      || coalesce((select private.plan_label(plan_level, plan_exam, plan_name) from present), 'none') || '.', null
    where subject.state = 'proof sent' and subject.upgrades_from is distinct from (select plan_name from present)
      and (subject.plan_level, subject.plan_exam, subject.plan_name)
        is distinct from (select (plan_level, plan_exam, plan_name) from present)
    union all
    select 'plan ended', 'This plan has ended, or is not on sale any more.', null
    where subject.state = 'proof sent' and not exists (
      select from public.plans
      where (plan_level, plan_exam, plan_name) = (subject.plan_level, subject.plan_exam, subject.plan_name)
        and expires_at > now()
    )
    union all
    select 'proof waits for a scan', 'The picture waits for the virus scan.', null
    from claim join storage.objects on bucket_id = 'payment-proofs' and name = proof_name
    where scan_state = 'waiting'
    union all
    select 'not in a statement', 'The statements of that day do not have this payment.', null
    from claim
    where state = 'claimed' and method <> 'cash' and not exists (select from proposed)
      and not exists (select from public.statement_lines as line where line.utr = claim.utr)
      and exists (
        select from public.statement_lines
        where day > coalesce(paid_on, (claimed_at at time zone 'Asia/Kolkata')::date)
      )
  )
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'code', code, 'text', text, 'order_number', order_number
  ))), '[]') from found;
$$;
