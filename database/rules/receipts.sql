-- needs: orders payment-claims
-- Receipts and refunds: their numbers and content.

create policy "students see their own receipts, admins see all" on public.receipts
  for select to authenticated using (user_id = (select auth.uid()) or (select private.has_right('take payments')));
create policy "the secret key sees receipts" on public.receipts for select to service_role using (true);
grant select on public.receipts to authenticated, service_role;

create policy "students see their own refunds, admins see all" on public.refunds
  for select to authenticated using (user_id = (select auth.uid()) or (select private.has_right('take payments')));
create policy "the secret key sees refunds" on public.refunds for select to service_role using (true);
grant select on public.refunds to authenticated, service_role;

-- Nobody has the right to change a receipt or a refund. The trigger stops the owner too: only a cancellation and the
-- deletion of an account may change a row.
create function private.refuse_receipt_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - '{user_id,cancelled_at,cancel_reason}'::text[]
      = to_jsonb(old) - '{user_id,cancelled_at,cancel_reason}'::text[]
    and (new.user_id is null or new.user_id is not distinct from old.user_id)
    and (tg_table_name <> 'receipts' or to_jsonb(old) ->> 'cancelled_at' is null
      or to_jsonb(old) ->> 'cancelled_at' = to_jsonb(new) ->> 'cancelled_at')
  then
    return new;
  end if;
  raise exception 'Receipts and refunds are never changed.' using errcode = 'insufficient_privilege';
end
$$;
create trigger refuse_receipt_change before update or delete on public.receipts
  for each row execute function private.refuse_receipt_change();
create trigger refuse_refund_change before update or delete on public.refunds
  for each row execute function private.refuse_receipt_change();

-- '2026-27' for a day from April 2026 to March 2027.
create function private.financial_year(day date) returns text
language sql immutable set search_path = ''
return (
  select first::text || '-' || lpad(((first + 1) % 100)::text, 2, '0')
  from (select extract(year from day - interval '3 months')::integer as first) as year
);

-- Takes the next number of a series. The row stays locked until the commit, so it is the last lock of a transaction. The
-- time of a number is never before that of the number before it.
create function private.take_number(
  series text, out number text, out financial_year text, out serial integer, out at timestamptz
)
language plpgsql set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  financial_year := private.financial_year((moment at time zone 'Asia/Kolkata')::date);
  insert into private.number_series as counted (series, financial_year, last, last_at)
    values (take_number.series, take_number.financial_year, 1, moment)
    on conflict on constraint number_series_pkey
      do update set last = counted.last + 1, last_at = greatest(counted.last_at, moment)
    returning last, last_at into serial, at;
  number := format(
    '%s/%s/%s', case take_number.series when 'receipt' then 'MRG' else 'RFD' end,
    substr(take_number.financial_year, 3), lpad(serial::text, greatest(5, length(serial::text)), '0')
  );
end
$$;

-- Returns the content of a receipt as of now.
create function private.receipt_snapshot(subject public.orders, payment public.payments, amount bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'seller', (select seller from private.settings),
    'student', jsonb_build_object(
      'name', btrim(concat_ws(' ', first_name, last_name)), 'email', coalesce(email, ''), 'phone', coalesce(phone, ''),
      'address', array_remove(array[nullif(btrim(address_line_1), ''), nullif(btrim(address_line_2), '')], null),
      'city', coalesce(city, ''), 'state', coalesce(state, ''), 'pinCode', coalesce(pin_code, '')
    ),
    'plan', jsonb_build_object(
      'level', subject.plan_level, 'exam', subject.plan_exam, 'name', subject.plan_name, 'expiresAt', (
        select expires_at from public.plans
        where (plan_level, plan_exam, plan_name) = (subject.plan_level, subject.plan_exam, subject.plan_name)
      )
    ),
    'order', jsonb_build_object(
      'number', subject.number, 'madeAt', subject.made_at, 'amountPaise', subject.amount_paise,
      'upgradesFrom', subject.upgrades_from, 'restOf', (select number from public.orders where id = subject.rest_of),
      'kind', case
        when amount < subject.amount_paise then 'part' when subject.rest_of is not null then 'rest' else 'full'
      end
    ),
    'payment', jsonb_build_object(
      'method', payment.method, 'utr', payment.utr, 'receivedPaise', payment.amount_paise, 'paidOn', payment.paid_on
    ),
    'amountPaise', amount
  )
  from public.profiles where id = subject.user_id;
$$;

create function private.issue_receipt(subject public.orders, payment public.payments) returns public.receipts
language plpgsql set search_path = ''
as $$
declare
  amount constant bigint := least(payment.amount_paise, subject.amount_paise);
  snapshot constant jsonb := private.receipt_snapshot(subject, payment, amount);
  taken record;
  receipt public.receipts;
begin
  select * into taken from private.take_number('receipt');
  insert into public.receipts
    (number, financial_year, serial, order_id, payment_id, user_id, amount_paise, issued_at, day, snapshot)
  values (
    taken.number, taken.financial_year, taken.serial, subject.id, payment.id, subject.user_id, amount, taken.at,
    (taken.at at time zone 'Asia/Kolkata')::date, snapshot
  )
  returning * into receipt;
  return receipt;
end
$$;
