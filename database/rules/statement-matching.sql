-- needs: statements payment-claims
-- Proposes the orders that the lines of bank statements pay. A person confirms each proposal.

-- "Transfer: ANANYA.RAO/SBIN" becomes " transfer ananya rao sbin ".
create function private.plain_words(text text) returns text
language sql immutable set search_path = ''
return ' ' || btrim(regexp_replace(lower(text), '[^[:alnum:]]+', ' ', 'g')) || ' ';

create function private.last_digits(phone text) returns text
language sql immutable set search_path = ''
return right(regexp_replace(coalesce(phone, ''), '\D', '', 'g'), 10);

-- Counts the words of a student's name, of three letters or more, in a narration. Their phone number, which is part of
-- many payment addresses, counts as two.
create function private.narration_score(plain text, name text, phone text) returns integer
language sql immutable set search_path = ''
return (
  select count(*)::integer from (select distinct unnest(string_to_array(btrim(private.plain_words(name)), ' ')) as word) as words
  where length(word) >= 3 and position(' ' || word || ' ' in plain) > 0
) + case
  when length(private.last_digits(phone)) = 10 and position(private.last_digits(phone) in plain) > 0 then 2 else 0
end;

-- Orders that a transfer may still pay, with the UTR of their claim. Orders for which an admin has chosen a line are
-- left out.
create view private.unpaid_orders with (security_invoker = true) as
  select
    orders.id, orders.number, orders.amount_paise, claim.utr, (orders.made_at at time zone 'Asia/Kolkata')::date as made_on,
    (orders.valid_until at time zone 'Asia/Kolkata')::date as valid_on, orders.user_id
  from public.orders left join public.payments as claim on claim.order_id = orders.id and claim.state = 'claimed'
  where orders.state in ('made', 'proof sent', 'rejected', 'expired') and orders.user_id is not null
    and not exists (select from public.statement_lines where order_id = orders.id and state = 'chosen');

-- All proposals, at most one a line and one an order:
-- 1. The UTR that the student has sent. Certain if the amount is the same and the order is older than the transfer.
-- 2. The number of the order in the narration. Certain if the amount is the same, no other line has the number, and the
--    student has sent no other UTR.
-- 3. The amount and the name or the phone of the student, while the order is valid or a few days later: a suggestion.
-- A line whose UTR has paid an order already is no proposal.
create function private.propose_orders() returns table (line_id bigint, order_id uuid, state text, how text)
language sql stable set search_path = ''
as $$
  with lines as materialized (
    select id, day, amount_paise, utr, reference, narration, payer from public.statement_lines
    where statement_lines.state in ('open', 'suggested', 'certain')
      and not exists (
        select from public.payments where payments.utr = statement_lines.utr and payments.state = 'counted'
      )
  ), unpaid as materialized (
    select * from private.unpaid_orders
  ), by_utr as (
    select distinct on (unpaid.id)
      lines.id as line_id, unpaid.id as order_id,
      lines.amount_paise = unpaid.amount_paise and lines.day >= unpaid.made_on as is_certain
    from unpaid join lines on lines.utr = unpaid.utr
    order by
      unpaid.id, lines.amount_paise = unpaid.amount_paise desc, lines.day >= unpaid.made_on desc, lines.day, lines.id
  ), named as (
    select lines.*, unpaid.id as order_id, unpaid.amount_paise as wanted_paise, unpaid.utr as claimed_utr, unpaid.made_on
    from unpaid join lines on lines.reference = unpaid.number
    where not exists (select from by_utr where by_utr.line_id = lines.id or by_utr.order_id = unpaid.id)
      and not exists (select from public.payments where payments.utr = lines.utr and payments.state <> 'set aside')
  ), by_reference as (
    select distinct on (order_id)
      id as line_id, order_id,
      amount_paise = wanted_paise and day >= made_on and claimed_utr is null
        and count(*) over (partition by order_id) = 1 as is_certain
    from named
    order by order_id, amount_paise = wanted_paise desc, day >= made_on desc, day, id
  ), taken as (
    select * from by_utr union all select * from by_reference
  ), alike as (
    select
      lines.id as line_id, unpaid.id as order_id, lines.day, unpaid.made_on,
      private.narration_score(
        private.plain_words(concat_ws(' ', narration, payer)), concat_ws(' ', first_name, last_name), phone
      ) as score
    from unpaid
      join lines on lines.amount_paise = unpaid.amount_paise
        and lines.day between unpaid.made_on and unpaid.valid_on + 3
      join public.profiles on profiles.id = unpaid.user_id
    where not exists (select from taken where taken.line_id = lines.id or taken.order_id = unpaid.id)
      and (lines.reference is null or lines.reference = unpaid.number)
      and not exists (select from public.payments where payments.utr = lines.utr and payments.state <> 'set aside')
  ), ranked as (
    select
      line_id, order_id,
      row_number() over (partition by line_id order by score desc, made_on, order_id) as rank_of_order,
      row_number() over (partition by order_id order by score desc, day, line_id) as rank_of_line
    from alike where score > 0
  )
  select line_id, order_id, case when is_certain then 'certain' else 'suggested' end, 'utr' from by_utr
  union all
  select line_id, order_id, case when is_certain then 'certain' else 'suggested' end, 'reference' from by_reference
  union all
  select line_id, order_id, 'suggested', 'guess' from ranked where rank_of_order = 1 and rank_of_line = 1;
$$;

-- A transfer of a payment that counts already, with the same amount, needs nobody: most orders are confirmed before the
-- statement is there, and a payment service reports the transfers of the bank again. When the confirmation is undone, the
-- line is open again.
create function private.explain_counted_lines() returns void
language sql set search_path = ''
as $$
  update public.statement_lines set state = 'open', explanation = null, settled_at = null, settled_by = null
  where state = 'explained' and settled_by = 'Maarga' and not exists (
    select from public.payments
    where payments.utr = statement_lines.utr and payments.state = 'counted'
      and payments.amount_paise = statement_lines.amount_paise
  );
  update public.statement_lines set
    state = 'explained', order_id = null, how = null, settled_at = now(), settled_by = 'Maarga',
    explanation = format('The payment of %s, which counts already.', orders.number)
  from public.payments join public.orders on orders.id = payments.order_id
  where payments.utr = statement_lines.utr and payments.state = 'counted'
    and payments.amount_paise = statement_lines.amount_paise
    and statement_lines.state in ('open', 'certain', 'suggested');
$$;

-- Updates the proposals to the current lines and orders. Lines whose proposal is the same are not written. Calls at the
-- same time run one after the other.
create function public.match_lines() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  proposals jsonb;
begin
  perform private.require_right('take payments');
  perform pg_advisory_xact_lock(hashtext('statement matching'));
  perform private.explain_counted_lines();
  proposals := (select coalesce(jsonb_agg(to_jsonb(proposal)), '[]') from private.propose_orders() as proposal);
  update public.statement_lines set state = 'open', order_id = null, how = null
  where state in ('certain', 'suggested') and not exists (
    select from jsonb_to_recordset(proposals) as proposal (line_id bigint, order_id uuid)
    where proposal.line_id = statement_lines.id and proposal.order_id = statement_lines.order_id
  );
  update public.statement_lines set state = proposal.state, order_id = proposal.order_id, how = proposal.how
  from jsonb_to_recordset(proposals) as proposal (line_id bigint, order_id uuid, state text, how text)
  where proposal.line_id = statement_lines.id and statement_lines.state in ('open', 'certain', 'suggested')
    and (statement_lines.state, statement_lines.how) is distinct from (proposal.state, proposal.how);
end
$$;
comment on function public.match_lines is 'Needs the right to take payments.';

-- Returns the lines of all statements in one state, the oldest first, with their order and the reason for the proposal.
create function public.list_statement_lines(state text, page integer default 1, page_size integer default 50)
returns table (
  line_id bigint, day date, amount_paise bigint, narration text, utr text, line_state text, how text, explanation text,
  settled_at timestamptz, settled_by text, order_id uuid, number text, order_amount_paise bigint, order_state text,
  made_at timestamptz, plan_level text, plan_exam text, plan_name text, student_name text, claimed_utr text, total bigint
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_right('take payments');
  return query
    select
      lines.id, lines.day, lines.amount_paise, lines.narration, lines.utr, lines.state, lines.how, lines.explanation,
      lines.settled_at, lines.settled_by, orders.id, orders.number, orders.amount_paise, orders.state,
      orders.made_at, orders.plan_level, orders.plan_exam, orders.plan_name,
      btrim(concat_ws(' ', profiles.first_name, profiles.last_name)), claim.utr, count(*) over ()
    from public.statement_lines as lines
      left join public.current_orders as orders on orders.id = lines.order_id
      left join public.profiles on profiles.id = orders.user_id
      left join public.payments as claim on claim.order_id = orders.id and claim.state <> 'set aside'
    where lines.state = list_statement_lines.state
      -- A chosen line waits to be confirmed, like a suggestion.
      or lines.state = 'chosen' and list_statement_lines.state = 'suggested'
    order by lines.day, lines.id
    limit least(greatest(page_size, 1), 100) offset (greatest(page, 1)::bigint - 1) * least(greatest(page_size, 1), 100);
end
$$;
comment on function public.list_statement_lines is 'Needs the right to take payments.';

create function public.count_statement_lines() returns table (state text, lines bigint, amount_paise bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_right('take payments');
  return query
    select lines.state, count(*), sum(lines.amount_paise)::bigint
    from public.statement_lines as lines where lines.state <> 'debit' group by lines.state;
end
$$;
comment on function public.count_statement_lines is 'Needs the right to take payments.';

-- Explains open lines that are no payments of students, such as interest. Returns how many lines it explained.
create function public.explain_lines(line_ids bigint[], words text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  line bigint;
  explained integer := 0;
begin
  perform private.require_right('take payments');
  if cardinality(line_ids) > 100 then
    perform private.refuse('At most 100 at once.');
  end if;
  for line in
    select id from public.statement_lines where id = any (line_ids) and state = 'open' order by id for update
  loop
    perform public.explain_line(line, words);
    explained := explained + 1;
  end loop;
  return explained;
end
$$;
comment on function public.explain_lines is 'Needs the right to take payments.';

grant execute on function
  public.match_lines(), public.list_statement_lines(text, integer, integer), public.count_statement_lines(),
  public.explain_lines(bigint[], text)
  to authenticated, service_role;
