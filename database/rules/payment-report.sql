-- needs: receipts
-- The figures of the books. The screen sums them by day, month, plan and way of payment, and computes the tax in them.

-- Receipts and refunds of a period, one row for those that are alike in all columns. A cancelled receipt is in no row. A
-- surplus is not part of a receipt, and giving it back is an entry of its own.
create function public.payment_report(from_day date, to_day date)
returns table (
  entry text, day date, method text, plan_level text, plan_exam text, plan_name text, gstin text, gst_percent numeric,
  student_state text, amount_paise bigint, entries bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_right('take payments');
  if to_day - from_day > 366 then
    perform private.refuse('Please choose at most a year.');
  end if;
  return query
    with entries as (
      select 'receipt' as entry, receipts.day, receipts.snapshot, receipts.amount_paise
      from public.receipts
      where receipts.day between from_day and to_day and cancelled_at is null
      union all
      select kind, refunded_on, receipts.snapshot, refunds.amount_paise
      from public.refunds join public.receipts on receipts.id = receipt_id
      where refunded_on between from_day and to_day
    )
    select
      entries.entry, entries.day, snapshot #>> '{payment,method}', snapshot #>> '{plan,level}', snapshot #>> '{plan,exam}',
      snapshot #>> '{plan,name}', snapshot #>> '{seller,gstin}', (snapshot #>> '{seller,gstPercent}')::numeric,
      coalesce(snapshot #>> '{student,state}', ''), entries.amount_paise, count(*)
    from entries
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    order by 2, 1;
end
$$;
comment on function public.payment_report is 'Needs the right to take payments.';

-- Returns the amounts that are open now: claims to check, orders that are not paid yet, and surpluses to refund.
create function public.open_amounts() returns table (kind text, orders bigint, amount_paise bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_right('take payments');
  return query
    select amounts.kind, count(*), sum(amounts.amount)::bigint
    from (
      select
        case
          when state = 'proof sent' then 'to check'
          when state = 'paid over' then 'surplus'
          when rest_of is not null then 'rest'
          else 'made'
        end as kind,
        case when state = 'paid over' then received_paise - refunded_paise - current_orders.amount_paise
          else current_orders.amount_paise end as amount
      from public.current_orders where state in ('made', 'rejected', 'proof sent', 'paid over')
    ) as amounts
    group by amounts.kind;
end
$$;
comment on function public.open_amounts is 'Needs the right to take payments.';

-- Returns receipts and refunds for the accountant, ordered by number. after_number is the last number of the part
-- before.
create function public.list_book_entries(from_day date, to_day date, after_number text default '', page_size integer default 500)
returns table (
  number text, entry text, day date, amount_paise bigint, snapshot jsonb, receipt_number text, reference text,
  cancelled_at timestamptz, cancel_reason text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_right('take payments');
  return query
    select * from (
      select
        receipts.number, 'receipt', receipts.day, receipts.amount_paise, receipts.snapshot, receipts.number,
        null, receipts.cancelled_at, receipts.cancel_reason
      from public.receipts where receipts.day between from_day and to_day
      union all
      select
        refunds.number, kind, refunded_on, refunds.amount_paise, receipts.snapshot, receipts.number, refunds.reference,
        null, null
      from public.refunds join public.receipts on receipts.id = receipt_id
      where refunded_on between from_day and to_day
    ) as entries (number, entry, day, amount_paise, snapshot, receipt_number, reference, cancelled_at, cancel_reason)
    where entries.number > after_number
    order by entries.number
    limit least(greatest(page_size, 1), 1000);
end
$$;
comment on function public.list_book_entries is 'Needs the right to take payments.';

grant execute on function
  public.payment_report(date, date), public.open_amounts(), public.list_book_entries(date, date, text, integer)
  to authenticated, service_role;
