-- needs: search students orders payment-claims payment-warnings
-- The queue of the desk, and the details of one order. Definers that check the caller first, for the same reason as
-- list_students (students.sql).

-- Returns whether the filter includes the order. Inlined, because it has no search_path.
create function private.is_wanted_order(subject public.orders, filter text) returns boolean
language sql stable
return case filter
  when 'all' then true
  when 'waiting' then subject.state = 'proof sent'
  when 'open' then subject.state in ('made', 'rejected', 'proof sent')
    and (subject.state = 'proof sent' or subject.valid_until > now())
  when 'expired' then
    subject.state in ('expired', 'made', 'rejected') and (subject.state = 'expired' or subject.valid_until <= now())
  when 'made' then subject.state = 'made' and subject.valid_until > now()
  when 'rejected' then subject.state = 'rejected' and subject.valid_until > now()
  else subject.state = filter
end;

-- A search for an order number or a UTR matches nothing else; other words find students, as in list_students. "execute"
-- plans each call with its values, so that constant conditions are left out and an index serves the rest.
create function private.find_orders(
  search text, filter text, sort text, skipped bigint, page_rows bigint, max_counted bigint,
  out found_total bigint, out page_ids uuid[]
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  words constant text[] := private.search_words(search);
  digits constant text := upper(regexp_replace(coalesce(search, ''), '[\s-]', '', 'g'));
  found_number text := private.find_order_number(search);
  direction constant text := case sort when 'newest' then 'desc' else 'asc' end;
  condition text := $sql$
    user_id in (
      select student.id from private.student_list as student where private.matches_search(student, $3)
    )
  $sql$;
begin
  if words = '{}' then
    condition := 'true';
    max_counted := null;
  elsif exists (select from public.orders where number = found_number) then
    condition := 'number = $2';
  elsif digits ~ '^[A-Z]{0,5}[0-9]{4,21}$' and exists (select from public.payments where reverse(utr) like reverse(digits) || '%') then
    condition := $sql$ id in (select order_id from public.payments where reverse(utr) like reverse($4) || '%') $sql$;
  end if;
  execute format(
    $sql$
      select count(*) from (
        select from public.orders as subject where %s and private.is_wanted_order(subject, $1) limit $5
      ) as found
    $sql$, condition
  ) into found_total using filter, found_number, words, digits, max_counted + 1;
  execute format(
    $sql$
      select array(
        select id from public.orders as subject where %s and private.is_wanted_order(subject, $1)
        order by changed_at %s, id %s limit $6 offset $5
      )
    $sql$, condition, direction, direction
  ) into page_ids using filter, found_number, words, digits, skipped, page_rows;
end
$$;

-- Returns a page of the queue. filter is waiting, open, all, or a current state. For a search with thousands of
-- results, counting stops soon after the page, and total_is_exact is false.
create function public.list_orders(
  search text default '', filter text default 'waiting', page integer default 1, page_size integer default 10,
  sort text default 'oldest'
) returns table (
  id uuid, number text, user_id uuid, student_name text, email text, phone text,
  plan_level text, plan_exam text, plan_name text, upgrades_from text, amount_paise bigint, state text,
  made_at timestamptz, changed_at timestamptz, valid_until timestamptz, received_paise bigint, refunded_paise bigint,
  utr text, method text, paid_on date, has_proof boolean, warnings text[], last_step bigint,
  total bigint, total_is_exact boolean
)
language plpgsql stable security definer set search_path = ''
-- The tables stay in memory, where an index scan costs less than PostgreSQL's default of four times a full scan.
set random_page_cost = 1.1
as $$
#variable_conflict use_column
declare
  page_rows constant bigint := least(greatest(page_size, 1), 100);
  skipped constant bigint := (greatest(page, 1) - 1)::bigint * page_rows;
  max_counted constant bigint := ((skipped + page_rows) / 1000 + 1) * 1000;
  found record;
begin
  perform private.require_right('take payments');
  if (filter in ('waiting', 'open', 'all') or exists (
      select from private.order_transitions where to_state = filter
    )) is not true
    or (sort in ('oldest', 'newest')) is not true or page is null or page_size is null
  then
    raise exception 'Unknown state, order or page.' using errcode = 'invalid_parameter_value';
  end if;
  select * into found from private.find_orders(search, filter, sort, skipped, page_rows, max_counted);
  return query
    select orders.id, orders.number, orders.user_id, btrim(concat_ws(' ', profiles.first_name, profiles.last_name)),
      profiles.email, profiles.phone, orders.plan_level, orders.plan_exam, orders.plan_name, orders.upgrades_from,
      orders.amount_paise, current_orders.state, orders.made_at, orders.changed_at, orders.valid_until,
      orders.received_paise, orders.refunded_paise, payment.utr, payment.method, payment.paid_on,
      payment.proof_name is not null,
      array(
        select distinct warning ->> 'code' from jsonb_array_elements(private.order_warnings(orders)) as warning order by 1
      ),
      orders.last_step, least(found.found_total, case when words_are_given then max_counted else found.found_total end),
      not words_are_given or found.found_total <= max_counted
    from unnest(found.page_ids) with ordinality as listed (order_id, place)
    join public.orders on orders.id = listed.order_id
    join public.current_orders on current_orders.id = orders.id
    left join public.profiles on profiles.id = orders.user_id
    left join lateral (
      select * from public.payments where payments.order_id = orders.id and payments.state <> 'set aside'
      order by payments.state = 'claimed' desc limit 1
    ) as payment on true
    cross join (select btrim(coalesce(search, '')) <> '' as words_are_given) as asked
    order by place;
end
$$;
comment on function public.list_orders is 'Needs the right to take payments.';

-- Returns the number of orders in each current state, and since when the oldest has been in it. Reads one index and no
-- table, so the state that holds now is computed here as in current_orders.
create function public.count_orders() returns table (state text, orders bigint, oldest timestamptz)
language plpgsql stable security definer set search_path = '' set jit = off set random_page_cost = 1.1
as $$
#variable_conflict use_column
begin
  perform private.require_right('take payments');
  return query
    select states.state, coalesce(sum(counted.orders), 0)::bigint, min(counted.oldest)
    from (select distinct to_state as state from private.order_transitions) as states
    left join (
      select
        case when state in ('made', 'rejected') and valid_until <= now() then 'expired' else state end as state,
        count(*) as orders, min(changed_at) as oldest
      from public.orders group by 1
    ) as counted on counted.state = states.state
    group by 1 order by 1;
end
$$;
comment on function public.count_orders is 'Needs the right to take payments.';

-- Returns all that /payments shows of one order.
create function public.open_order(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject public.orders;
begin
  perform private.require_right('take payments');
  select * into subject from public.orders where id = open_order.order_id;
  if not found then
    perform private.refuse('There is no such order.');
  end if;
  return jsonb_build_object(
    'order', (select to_jsonb(current_orders) from public.current_orders where id = subject.id),
    'student', (
      select jsonb_build_object(
        'id', id, 'name', btrim(concat_ws(' ', first_name, last_name)), 'email', email, 'phone', phone
      ) from public.profiles where id = subject.user_id
    ),
    'plan', (
      select jsonb_build_object('level', plan_level, 'exam', plan_exam, 'name', plan_name, 'expires_at', expires_at)
      from private.current_user_plan(subject.user_id) where id is not null
    ),
    'steps', (
      select coalesce(jsonb_agg(to_jsonb(step) order by id), '[]') from public.order_steps as step
      where step.order_id = subject.id
    ),
    'payments', (
      select coalesce(jsonb_agg(to_jsonb(payment) || jsonb_build_object(
        'proof_state', case
          when proof_name is null then null
          when object.id is null then 'missing'
          else scan_state
        end
      ) order by claimed_at), '[]')
      from public.payments as payment
        left join storage.objects as object on bucket_id = 'payment-proofs' and name = proof_name
      where payment.order_id = subject.id
    ),
    'line', (
      select to_jsonb(line) from public.statement_lines as line where line.order_id = subject.id
      order by state = 'confirmed' desc, id limit 1
    ),
    'earlier', (
      select coalesce(jsonb_agg(to_jsonb(earlier) order by made_at desc), '[]')
      from (
        select
          other.id as order_id, number, plan_level, plan_exam, plan_name, other.amount_paise, received_paise,
          refunded_paise, other.state, made_at, (
            select utr from public.payments where payments.order_id = other.id order by claimed_at desc limit 1
          ) as utr
        from public.current_orders as other
        where user_id = subject.user_id and other.id <> subject.id
        order by made_at desc limit 50
      ) as earlier
    ),
    'receipts', (
      select coalesce(jsonb_agg(to_jsonb(receipt) - 'snapshot' order by issued_at), '[]')
      from public.receipts as receipt where receipt.order_id = subject.id
    ),
    'refunds', (
      select coalesce(jsonb_agg(to_jsonb(refund) order by at), '[]')
      from public.refunds as refund where refund.order_id = subject.id
    ),
    'rest', (
      select jsonb_build_object('id', id, 'number', number, 'amount_paise', amount_paise, 'state', state)
      from public.current_orders where rest_of = subject.id and state <> 'cancelled'
    ),
    'is_own', private.taker_of(subject.id) <> 'desk',
    'warnings', private.order_warnings(subject),
    'allowed', (
      select coalesce(jsonb_agg(distinct action), '[]') from private.order_transitions
      where 'desk' = any (takers) and private.taker_of(subject.id) = 'desk' and action not in ('make', 'replace', 'move here')
        and from_state = (select state from public.current_orders where id = subject.id)
    )
  );
end
$$;
comment on function public.open_order is 'Needs the right to take payments.';

grant execute on function
  public.list_orders(text, text, integer, integer, text), public.count_orders(), public.open_order(uuid)
  to authenticated, service_role;
