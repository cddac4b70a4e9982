-- needs: orders order-making payment-claims receipts statements
-- The decisions about a payment. The plan, the receipt, the step and its mail are written in one transaction.

-- Assigns the plan of the order. If an admin has assigned it by hand meanwhile, links that user plan to the order.
create function private.assign_ordered_plan(subject public.orders) returns uuid
language plpgsql set search_path = ''
as $$
declare
  present constant public.user_plans := private.current_user_plan(subject.user_id);
  assigned uuid;
begin
  if (present.plan_level, present.plan_exam, present.plan_name) = (subject.plan_level, subject.plan_exam, subject.plan_name)
    and present.order_id is null
  then
    update public.user_plans set order_id = subject.id where id = present.id;
    return present.id;
  elsif present.plan_name is distinct from subject.upgrades_from
    or (present.plan_level, present.plan_exam) is distinct from (subject.plan_level, subject.plan_exam)
      and present.id is not null
  then
    perform private.refuse(format(
      'The student''s plan has changed: it is now %s. Deactivate it, or cancel this order.',
      coalesce(private.plan_label(present.plan_level, present.plan_exam, present.plan_name), 'none')
    ));
  end if;
  insert into public.user_plans (user_id, plan_level, plan_exam, plan_name, active, order_id)
  values (subject.user_id, subject.plan_level, subject.plan_exam, subject.plan_name, true, subject.id)
  returning id into assigned;
  return assigned;
end
$$;

-- Counts the claim of a locked order; no other function does. step is confirm, take over or take short. The received
-- amount must agree with the line of a statement, or else with the amount that the claim has.
create function private.count_payment(
  subject public.orders, step text, next_state text, received bigint, words text,
  out receipt_id uuid, out receipt_number text, out user_plan_id uuid
)
language plpgsql set search_path = ''
as $$
declare
  payment public.payments;
  receipt public.receipts;
  line public.statement_lines;
  known bigint;
  warnings jsonb;
begin
  perform private.require_step(subject, step, 'desk');
  if subject.user_id is null then
    perform private.refuse('The account of this student was deleted.');
  end if;
  select * into payment from public.payments where order_id = subject.id and state = 'claimed' for update;
  if not found then
    perform private.refuse('There is no payment to confirm.');
  end if;
  warnings := private.order_warnings(subject);
  line := private.lock_line(subject, payment);
  known := coalesce(line.amount_paise, payment.amount_paise);
  if known <> received then
    perform private.refuse(format(
      '%s %s. Take it as short or over.',
      case when line.id is null then 'The payment on record is' else 'The bank statement shows' end, private.rupees(known)
    ));
  end if;
  perform private.settle_line(line, subject);
  update public.payments set
    state = 'counted', amount_paise = received, statement_line_id = line.id,
    paid_on = coalesce(line.day, payment.paid_on), utr = coalesce(line.utr, payment.utr)
  where id = payment.id returning * into payment;
  perform private.take_step(
    subject.id, step, next_state, 'desk', words => words, amount_paise => received, received => received,
    seen => jsonb_strip_nulls(jsonb_build_object(
      'amount_paise', subject.amount_paise, 'utr', payment.utr, 'method', payment.method, 'paid_on', payment.paid_on,
      'proof', payment.proof_name, 'statement_line', line.id, 'warnings', warnings
    ))
  );
  if next_state <> 'paid short' then
    user_plan_id := private.assign_ordered_plan(subject);
  end if;
  receipt := private.issue_receipt(subject, payment);
  receipt_id := receipt.id;
  receipt_number := receipt.number;
  perform private.record_payment_action(
    case step when 'confirm' then 'payment confirmed' when 'take over' then 'payment taken over'
      else 'payment taken short' end,
    subject, jsonb_build_object(
      'received_paise', received, 'utr', payment.utr, 'receipt', receipt.number, 'words', nullif(btrim(words), '')
    )
  );
end
$$;

create function public.confirm_order(order_id uuid, words text default null, seen_step bigint default null)
returns table (receipt_id uuid, receipt_number text, user_plan_id uuid)
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.orders;
begin
  perform private.require_right('take payments');
  subject := private.lock_order(order_id, 'desk', seen_step);
  return query
    select * from private.count_payment(subject, 'confirm', 'confirmed', subject.amount_paise, confirm_order.words);
end
$$;
comment on function public.confirm_order is 'Needs the right to take payments.';

-- Confirms a payment of more than the order's amount. The surplus waits for its refund.
create function public.take_over(
  order_id uuid, received_paise bigint, words text default null, seen_step bigint default null
) returns table (receipt_id uuid, receipt_number text, user_plan_id uuid)
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.orders;
begin
  perform private.require_right('take payments');
  subject := private.lock_order(order_id, 'desk', seen_step);
  if (take_over.received_paise > subject.amount_paise) is not true then
    perform private.refuse(format('Enter more than %s.', private.rupees(subject.amount_paise)));
  end if;
  return query
    select * from private.count_payment(subject, 'take over', 'paid over', take_over.received_paise, take_over.words);
end
$$;
comment on function public.take_over is 'Needs the right to take payments.';

-- Counts a payment of less than the order's amount. The rest becomes an order of its own, and its confirmation assigns
-- the plan.
create function public.take_short(
  order_id uuid, received_paise bigint, words text default null, seen_step bigint default null
) returns table (receipt_id uuid, receipt_number text, rest_order_id uuid, rest_number text)
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.orders;
begin
  perform private.require_right('take payments');
  subject := private.lock_order(order_id, 'desk', seen_step);
  if (take_short.received_paise between 1 and subject.amount_paise - 1) is not true then
    perform private.refuse(format('Enter less than %s, and more than nothing.', private.rupees(subject.amount_paise)));
  end if;
  select counted.receipt_id, counted.receipt_number into receipt_id, receipt_number
  from private.count_payment(subject, 'take short', 'paid short', take_short.received_paise, take_short.words) as counted;
  rest_order_id := private.insert_order(
    subject.user_id, subject.plan_level, subject.plan_exam, subject.plan_name,
    subject.amount_paise - take_short.received_paise, 'desk', subject.upgrades_from, subject.id
  );
  select number into rest_number from public.orders where id = rest_order_id;
  return next;
end
$$;
comment on function public.take_short is 'Needs the right to take payments.';

-- Rejects the claim. The student may send another one for at least two days.
create function public.reject_order(
  order_id uuid, reason text, words text default null, seen_step bigint default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.orders;
  claim public.payments;
begin
  perform private.require_right('take payments');
  subject := private.lock_order(order_id, 'desk', seen_step);
  perform private.require_step(subject, 'reject', 'desk');
  if (reject_order.reason in ('not received', 'wrong utr', 'amount differs', 'unreadable', 'used before', 'other')) is not true
    or reject_order.reason = 'other' and coalesce(btrim(reject_order.words), '') = ''
  then
    perform private.refuse('Please say why.');
  end if;
  claim := private.claim_of(subject.id);
  perform private.set_claim_aside(subject.id);
  perform private.release_line(subject.id);
  update public.orders set valid_until = greatest(valid_until, now() + interval '2 days') where id = subject.id;
  perform private.take_step(
    subject.id, 'reject', 'rejected', 'desk', reason => reject_order.reason, words => reject_order.words,
    seen => jsonb_build_object('utr', claim.utr, 'proof', claim.proof_name, 'warnings', private.order_warnings(subject))
  );
  perform private.record_payment_action(
    'payment rejected', subject,
    jsonb_build_object('utr', claim.utr, 'reason', reject_order.reason, 'words', nullif(btrim(reject_order.words), ''))
  );
end
$$;
comment on function public.reject_order is 'Needs the right to take payments.';

-- Confirms orders in the given sequence; a refused one does not stop the others. All students are locked before the
-- first number is taken, so that two calls at once cannot deadlock.
create function public.confirm_orders(order_ids uuid[])
returns table (order_id uuid, number text, outcome text, message text, receipt_number text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  subject public.orders;
begin
  perform private.require_right('take payments');
  if cardinality(order_ids) > 100 then
    perform private.refuse('At most 100 at once.');
  end if;
  perform private.lock_students(array(select orders.user_id from public.orders where orders.id = any (order_ids)));
  foreach order_id in array coalesce(order_ids, '{}') loop
    number := (select orders.number from public.orders where orders.id = order_id);
    message := null;
    receipt_number := null;
    begin
      subject := private.lock_order(order_id, 'desk');
      receipt_number := (
        select counted.receipt_number
        from private.count_payment(subject, 'confirm', 'confirmed', subject.amount_paise, null) as counted
      );
      outcome := 'confirmed';
    exception when sqlstate 'P0001' then
      outcome := 'refused';
      message := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
comment on function public.confirm_orders is 'Needs the right to take payments.';

grant execute on function
  public.confirm_order(uuid, text, bigint),
  public.take_over(uuid, bigint, text, bigint),
  public.take_short(uuid, bigint, text, bigint),
  public.reject_order(uuid, text, text, bigint),
  public.confirm_orders(uuid[])
  to authenticated, service_role;
