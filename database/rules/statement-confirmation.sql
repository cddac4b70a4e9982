-- needs: statements payment-confirmation
-- Confirms the orders of statement lines together.

-- Adds a claim from the line if its order has none. Refuses a claim with another UTR, unless an admin chose the order
-- by hand.
create function private.claim_line(subject public.orders, line public.statement_lines) returns void
language plpgsql set search_path = ''
as $$
declare
  claim public.payments := private.claim_of(subject.id);
begin
  if claim.utr <> line.utr and line.how <> 'hand' then
    perform private.refuse(format('The student has sent another UTR for %s. Look at the order.', subject.number));
  end if;
  if claim.id is null then
    perform private.require_step(subject, 'put payment', 'desk');
    perform private.require_no_other_order(subject);
    claim.order_id := subject.id;
    claim.utr := line.utr;
    claim.method := case when line.utr ~ '^[0-9]' then 'upi' else 'bank' end;
    claim.paid_on := line.day;
    claim.source := 'statement';
    perform private.insert_claim(claim);
    perform private.take_step(
      subject.id, 'put payment', 'proof sent', 'desk',
      seen => jsonb_build_object('statement_line', line.id, 'utr', line.utr, 'paid_on', line.day)
    );
  end if;
end
$$;

-- Confirms the order of each line; a refused one does not stop the others. The amounts of line and order must be equal.
-- order_ids are the orders that the admin has seen, one a line: another admin may have chosen another one since.
create function public.confirm_lines(line_ids bigint[], order_ids uuid[] default null)
returns table (line_id bigint, order_id uuid, number text, outcome text, message text, receipt_number text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  subject public.orders;
  line public.statement_lines;
begin
  perform private.require_right('take payments');
  if cardinality(line_ids) > 100 then
    perform private.refuse('At most 100 at once.');
  end if;
  order_ids := coalesce(order_ids, array(
    select statement_lines.order_id from unnest(line_ids) with ordinality as given (id, place)
      left join public.statement_lines using (id)
    order by place
  ));
  perform private.lock_students(array(select user_id from public.orders where id = any (order_ids)));
  foreach line_id in array coalesce(line_ids, '{}') loop
    order_id := null;
    number := null;
    message := null;
    receipt_number := null;
    begin
      -- Never the order that the line has by now: its student is not locked, so that a deadlock would be possible.
      order_id := order_ids[array_position(line_ids, line_id)];
      subject := private.lock_order(order_id, 'desk');
      number := subject.number;
      line := private.lock_open_line(line_id);
      if line.order_id is distinct from subject.id then
        perform private.refuse('This line has changed. Please look again.');
      end if;
      perform private.claim_line(subject, line);
      -- The admin has seen the suggestion, so it is treated as a choice.
      update public.statement_lines set state = 'chosen' where statement_lines.id = line_id;
      select * into subject from public.orders where orders.id = order_id;
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
comment on function public.confirm_lines is 'Needs the right to take payments.';

grant execute on function public.confirm_lines(bigint[], uuid[]) to authenticated, service_role;
