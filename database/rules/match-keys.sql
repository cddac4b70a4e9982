-- needs: orders payment-claims statements
-- The keys by which lines of statements and orders are compared, and the queue of those whose proposals may have changed.

-- "Transfer: ANANYA.RAO/SBIN" becomes " transfer ananya rao sbin ".
create function private.plain_words(text text) returns text
language sql immutable set search_path = ''
return ' ' || btrim(regexp_replace(lower(text), '[^[:alnum:]]+', ' ', 'g')) || ' ';

create function private.last_digits(phone text) returns text
language sql immutable set search_path = ''
return right(regexp_replace(coalesce(phone, ''), '\D', '', 'g'), 10);

-- Returns the amount with each word of three letters or more, and with ten digits of each longer number that may be a
-- phone number, because those are part of many payment addresses.
create function private.match_keys(amount_paise bigint, words text) returns text[]
language sql immutable set search_path = ''
return array(
  select amount_paise || ' ' || word from string_to_table(private.plain_words(words), ' ') as word
  where word ~ '^[^0-9]{3,}$'
  union
  select amount_paise || ' ' || substr(run[1], start, 10)
  from regexp_matches(words, '\d{10,}', 'g') as run, generate_series(1, length(run[1]) - 9) as start
  where substr(run[1], start, 1) between '6' and '9'
);

-- A phone number identifies a student better than a word.
create function private.key_weight(key text) returns integer
language sql immutable set search_path = ''
return case when key ~ ' \d' then 2 else 1 end;

-- A word that more orders of the same amount share does not identify an order.
create function private.max_orders_of_a_key() returns integer
language sql immutable
return 50;

-- Orders that a transfer may still pay, with the UTR of their claim. Orders for which an admin has chosen a line are
-- left out.
create view private.unpaid_orders with (security_invoker = true) as
  select
    orders.id, orders.number, orders.amount_paise, claim.utr, (orders.made_at at time zone 'Asia/Kolkata')::date as made_on,
    (orders.valid_until at time zone 'Asia/Kolkata')::date as valid_on, orders.user_id
  from public.orders left join public.payments as claim on claim.order_id = orders.id and claim.state = 'claimed'
  where orders.state in ('made', 'proof sent', 'rejected', 'expired') and orders.user_id is not null
    and not exists (select from public.statement_lines where order_id = orders.id and state = 'chosen');

-- A definer, because only its owner may write the queue.
create function private.queue_orders_of_steps() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.match_queue (order_id) select distinct order_id from taken;
  return null;
end
$$;
create trigger queue_orders after insert on public.order_steps
  referencing new table as taken for each statement execute function private.queue_orders_of_steps();

-- The name or the phone number of a student has changed.
create function private.queue_orders_of_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.match_queue (order_id)
  select id from public.orders where user_id = new.id and state in ('made', 'proof sent', 'rejected', 'expired');
  return null;
end
$$;
create trigger queue_orders after update of first_name, last_name, phone on public.profiles
  for each row when (
    (old.first_name, old.last_name, old.phone) is distinct from (new.first_name, new.last_name, new.phone)
  )
  execute function private.queue_orders_of_profile();

-- A line was opened again or decided. This queues the line, because others with the same UTR or number may depend on
-- it, and the order that it has left or that an admin has chosen.
create function private.queue_changed_line() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.match_queue (line_id)
  select new.id
  where new.state = 'open'
    or (new.state in ('open', 'certain', 'suggested')) <> (old.state in ('open', 'certain', 'suggested'));
  insert into private.match_queue (order_id)
  select distinct id from unnest(array[old.order_id, new.order_id]) as id
  where id is not null and (old.order_id is distinct from new.order_id or new.state = 'chosen');
  return null;
end
$$;
create trigger queue_changed_line after update of state, order_id on public.statement_lines
  for each row when (
    old.order_id is not null and old.order_id is distinct from new.order_id
    or new.state <> old.state and new.state not in ('certain', 'suggested')
  )
  execute function private.queue_changed_line();
create function private.queue_new_lines() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.match_queue (line_id) select id from added where state = 'open' order by id;
  return null;
end
$$;
create trigger queue_new_lines after insert on public.statement_lines
  referencing new table as added for each statement execute function private.queue_new_lines();

-- Renews the keys of orders, and queues the lines whose proposal may depend on them.
create function private.refresh_order_keys(order_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.order_keys where order_id = any (order_ids);
  insert into private.order_keys (order_id, key, made_on, valid_on)
  select unpaid.id, key, made_on, valid_on
  from private.unpaid_orders as unpaid join public.profiles on profiles.id = user_id,
    unnest(private.match_keys(
      amount_paise, concat_ws(' ', first_name, last_name, private.last_digits(phone))
    )) as key
  where unpaid.id = any (order_ids);

  insert into private.match_queue (line_id)
  select id from (
    select id from public.statement_lines
    where order_id = any (order_ids) and state in ('certain', 'suggested')
    union
    select lines.id from public.orders join public.statement_lines as lines on reference = number
    where orders.id = any (order_ids) and lines.state in ('open', 'certain', 'suggested')
    union
    select lines.id from public.payments join public.statement_lines as lines on lines.utr = payments.utr
    where payments.order_id = any (order_ids)
      and (lines.state in ('open', 'certain', 'suggested') or lines.state = 'explained' and settled_by = 'Maarga')
    union
    select lines.id
    from public.current_orders as orders join public.profiles on profiles.id = orders.user_id,
      unnest(private.match_keys(
        amount_paise, concat_ws(' ', first_name, last_name, private.last_digits(phone))
      )) as told
      join public.statement_lines as lines on lines.match_keys @> array[told]
    where orders.id = any (order_ids) and lines.state in ('open', 'suggested')
      and lines.day between (made_at at time zone 'Asia/Kolkata')::date
        and (valid_until at time zone 'Asia/Kolkata')::date + 3
      and (
        select count(*) from (
          select from private.order_keys as known
          where known.key = told and known.valid_on >= (made_at at time zone 'Asia/Kolkata')::date
          limit private.max_orders_of_a_key() + 1
        ) as few
      ) <= private.max_orders_of_a_key()
  ) as concerned
  -- Thousands of orders may concern the lines of a statement that is new and queued as a whole.
  where not exists (select from private.match_queue where line_id = concerned.id);
end
$$;
