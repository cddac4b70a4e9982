-- needs: statements payment-claims match-keys
-- Proposes the orders that the lines of bank statements pay. A person confirms each proposal.

-- The proposals for lines, at most one a line and one an order:
-- 1. The UTR that the student has sent. Certain if the amount is the same and the order is older than the transfer.
-- 2. The number of the order in the narration. Certain if the amount is the same, no other line has the number, and the
--    student has sent no other UTR.
-- 3. The amount and words of the name or the phone of the student, while the order is valid or a few days later: a
--    suggestion. A word that more than fifty orders of that time and amount share says nothing. Each line asks only for
--    the order that fits it best, so the result does not depend on which lines are matched together.
-- A line whose UTR has paid an order already is no proposal. All lines with the same UTR or number have to be among
-- line_ids; lines that are suggested by their words compete with those that are not.
create function private.propose_orders(line_ids bigint[])
returns table (line_id bigint, order_id uuid, state text, how text, score integer)
language sql stable set search_path = ''
as $$
  with lines as materialized (
    select id, day, amount_paise, utr, reference, match_keys from public.statement_lines
    where id = any (line_ids) and statement_lines.state in ('open', 'suggested', 'certain')
      and not exists (
        select from public.payments where payments.utr = statement_lines.utr and payments.state = 'counted'
      )
  ), by_utr as materialized (
    select distinct on (unpaid.id)
      lines.id as line_id, unpaid.id as order_id,
      lines.amount_paise = unpaid.amount_paise and lines.day >= unpaid.made_on as is_certain
    from lines
      join public.payments as claim on claim.utr = lines.utr and claim.state = 'claimed'
      join private.unpaid_orders as unpaid on unpaid.id = claim.order_id
    order by
      unpaid.id, lines.amount_paise = unpaid.amount_paise desc, lines.day >= unpaid.made_on desc, lines.day, lines.id
  ), unclaimed as materialized (
    select * from lines
    where not exists (select from public.payments where payments.utr = lines.utr and payments.state <> 'set aside')
  ), named as (
    select unclaimed.*, unpaid.id as order_id, unpaid.amount_paise as wanted_paise, unpaid.utr as claimed_utr, unpaid.made_on
    from unclaimed join private.unpaid_orders as unpaid on unpaid.number = unclaimed.reference
    where not exists (
      select from public.statement_lines as other
      where other.utr = unpaid.utr and other.state in ('open', 'suggested', 'certain')
    )
  ), by_reference as materialized (
    select distinct on (order_id)
      id as line_id, order_id,
      amount_paise = wanted_paise and day >= made_on and claimed_utr is null
        and count(*) over (partition by order_id) = 1 as is_certain
    from named
    order by order_id, amount_paise = wanted_paise desc, day >= made_on desc, day, id
  ), alike as materialized (
    select unclaimed.id as line_id, unclaimed.day, unclaimed.reference, order_id, sum(private.key_weight(key)) as score
    from unclaimed, unnest(match_keys) as key
      cross join lateral (
        select array_agg(known.order_id) as order_ids from (
          select order_keys.order_id from private.order_keys
          where order_keys.key = key.key and valid_on >= unclaimed.day - 3 and made_on <= unclaimed.day
          limit private.max_orders_of_a_key() + 1
        ) as known
      ) as sharing
      cross join unnest(order_ids) as order_id
    where cardinality(order_ids) <= private.max_orders_of_a_key()
      and not exists (select from by_reference where by_reference.line_id = unclaimed.id)
    group by 1, 2, 3, 4
  ), best_orders as (
    select distinct on (line_id) line_id, order_id, score, day
    from alike join private.unpaid_orders as unpaid on unpaid.id = order_id
    where (reference is null or reference = number)
      and not exists (select from by_utr where by_utr.order_id = unpaid.id)
      and not exists (select from by_reference where by_reference.order_id = unpaid.id)
      and not exists (
        select from public.statement_lines as held
        where held.order_id = unpaid.id and held.how in ('utr', 'reference')
          and held.state in ('suggested', 'certain') and held.id <> all (line_ids)
      )
    order by line_id, score desc, made_on, order_id
  ), best_lines as (
    select distinct on (order_id) * from best_orders order by order_id, score desc, day, line_id
  )
  select line_id, order_id, case when is_certain then 'certain' else 'suggested' end, 'utr', null::integer from by_utr
  union all
  select line_id, order_id, case when is_certain then 'certain' else 'suggested' end, 'reference', null from by_reference
  union all
  select line_id, order_id, 'suggested', 'guess', score::integer from best_lines
  where not exists (
    select from public.statement_lines as other
    where other.order_id = best_lines.order_id and other.how = 'guess' and other.state = 'suggested'
      and other.id <> all (line_ids)
      and (-other.match_score, other.day, other.id) < (-best_lines.score, best_lines.day, best_lines.line_id)
  );
$$;

-- A transfer of a payment that counts already, with the same amount, needs nobody: most orders are confirmed before the
-- statement is there, and a payment service reports the transfers of the bank again. When the confirmation is undone, the
-- line is open again.
create function private.explain_counted_lines(line_ids bigint[]) returns void
language sql set search_path = ''
as $$
  update public.statement_lines set state = 'open', explanation = null, settled_at = null, settled_by = null
  where id = any (line_ids) and state = 'explained' and settled_by = 'Maarga' and not exists (
    select from public.payments
    where payments.utr = statement_lines.utr and payments.state = 'counted'
      and payments.amount_paise = statement_lines.amount_paise
  );
  update public.statement_lines set
    state = 'explained', order_id = null, how = null, settled_at = now(), settled_by = 'Maarga',
    explanation = format('The payment of %s, which counts already.', orders.number)
  from public.payments join public.orders on orders.id = payments.order_id
  where statement_lines.id = any (line_ids) and payments.utr = statement_lines.utr and payments.state = 'counted'
    and payments.amount_paise = statement_lines.amount_paise
    and statement_lines.state in ('open', 'certain', 'suggested');
$$;

-- Updates the proposals of lines and of those with the same UTR or number. It never waits, so that no deadlock with the
-- desk is possible: lines and orders that somebody decides about at this moment are queued again. Returns their number.
create function private.propose_for_lines(queued bigint[]) returns integer
language plpgsql set search_path = ''
as $$
declare
  locked constant bigint[] := array(
    with recursive linked (id) as (
      select unnest(queued)
      union
      select other.id from linked join public.statement_lines as line on line.id = linked.id, lateral (
        select id from public.statement_lines where utr = line.utr
        union all
        select id from public.statement_lines where reference = line.reference
      ) as other
    )
    select id from public.statement_lines
    where id in (select id from linked)
      and (state in ('open', 'certain', 'suggested') or state = 'explained' and settled_by = 'Maarga')
    order by id for update skip locked
  );
  proposals jsonb;
  locked_orders uuid[];
  losers bigint[];
  free_orders uuid[];
  postponed integer;
begin
  perform private.explain_counted_lines(locked);
  proposals := (select coalesce(jsonb_agg(to_jsonb(proposal)), '[]') from private.propose_orders(locked) as proposal);
  -- An order stays locked until the commit: nobody may choose another line for it in between.
  locked_orders := array(
    select id from public.orders
    where id in (select (proposal ->> 'order_id')::uuid from jsonb_array_elements(proposals) as proposal)
    for share skip locked
  );
  -- The lines that lose their order to one of these.
  losers := array(
    select id from public.statement_lines
    where order_id = any (locked_orders) and id <> all (locked) and state in ('certain', 'suggested')
    for update skip locked
  );
  free_orders := array(
    select unnest(locked_orders)
    except
    select order_id from public.statement_lines
    where order_id = any (locked_orders) and id <> all (locked || losers) and state in ('certain', 'suggested', 'chosen')
  );
  insert into private.match_queue (line_id)
  select id from public.statement_lines
  where id = any (queued) and id <> all (locked) and state in ('open', 'certain', 'suggested')
  union
  select line_id from jsonb_to_recordset(proposals) as proposal (line_id bigint, order_id uuid)
  where order_id <> all (free_orders);
  get diagnostics postponed = row_count;
  proposals := (
    select coalesce(jsonb_agg(proposal), '[]') from jsonb_array_elements(proposals) as proposal
    where (proposal ->> 'order_id')::uuid = any (free_orders)
  );

  update public.statement_lines as line set state = 'open', order_id = null, how = null, match_score = null
  where line.id = any (locked || losers) and line.state in ('certain', 'suggested') and not exists (
    select from jsonb_to_recordset(proposals) as proposal (line_id bigint, order_id uuid)
    where proposal.line_id = line.id and proposal.order_id = line.order_id
  );
  update public.statement_lines as line set
    state = proposal.state, order_id = proposal.order_id, how = proposal.how, match_score = proposal.score
  from jsonb_to_recordset(proposals) as proposal (line_id bigint, order_id uuid, state text, how text, score smallint)
  where proposal.line_id = line.id and line.state in ('open', 'certain', 'suggested')
    and (line.state, line.how, line.match_score) is distinct from (proposal.state, proposal.how, proposal.score);
  return postponed;
end
$$;

-- Updates the proposals to the current lines and orders. Takes a thousand lines at a time and begins no further ones
-- after a second, so that each call is short even on a busy machine. Returns about how many are left for further calls;
-- lines and orders that somebody is deciding about at this moment stay queued for a later call. Concurrent calls run
-- one after the other.
create function public.match_lines() returns bigint
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan set jit = off
-- The tables stay in memory, where an index scan costs less than PostgreSQL's default of four times a full scan.
set random_page_cost = 1.1
as $$
declare
  started constant timestamptz := clock_timestamp();
  entries bigint[];
  queued_orders uuid[];
  queued_lines bigint[];
  postponed integer;
  has_matched boolean := false;
begin
  perform private.require_right('take payments');
  perform pg_advisory_xact_lock(hashtext('statement matching'));
  select array_agg(id), array_agg(distinct order_id) into entries, queued_orders
  from (select * from private.match_queue where order_id is not null order by id limit 200) as oldest;
  delete from private.match_queue where id = any (entries);
  if queued_orders is not null then
    perform private.refresh_order_keys(queued_orders);
  end if;
  for part in 1..4 loop
    select array_agg(id), array_agg(distinct line_id) into entries, queued_lines
    from (select * from private.match_queue where line_id is not null order by id limit 250) as oldest;
    exit when queued_lines is null;
    delete from private.match_queue where id = any (entries);
    postponed := private.propose_for_lines(queued_lines);
    exit when postponed >= cardinality(queued_lines);
    has_matched := true;
    exit when clock_timestamp() > started + interval '1 second';
  end loop;
  if queued_orders is null and not has_matched then
    return 0;
  end if;
  return (select coalesce(max(id) - min(id) + 1, 0) from private.match_queue);
end
$$;
comment on function public.match_lines is 'Needs the right to take payments.';

grant execute on function public.match_lines() to authenticated, service_role;
