-- The lines of bank statements are matched in batches (docs/decisions/0083-matching-in-batches.md).

-- The amount with each word and each phone number of the line, as private.match_keys (database/rules/match-keys.sql) finds
-- them. They never change.
alter table public.statement_lines
  add column match_keys text[] not null default '{}',
  -- The number of words that a suggestion by name is based on.
  add column match_score smallint;
update public.statement_lines set match_keys = array(
  select amount_paise || ' ' || word
  from string_to_table(regexp_replace(lower(concat_ws(' ', narration, payer)), '[^[:alnum:]]+', ' ', 'g'), ' ') as word
  where word ~ '^[^0-9]{3,}$'
  union
  select amount_paise || ' ' || substr(run[1], start, 10)
  from regexp_matches(concat_ws(' ', narration, payer), '\d{10,}', 'g') as run,
    generate_series(1, length(run[1]) - 9) as start
  where substr(run[1], start, 1) between '6' and '9'
);
-- Without fastupdate, because each search would read the list of entries that are not in the index yet.
create index statement_lines_by_match_key on public.statement_lines using gin (match_keys) with (fastupdate = off)
  where state in ('open', 'suggested');
create index statement_lines_by_reference on public.statement_lines (reference) where reference is not null;
-- The lines of a state are listed by their day, and counted.
create index statement_lines_by_state on public.statement_lines (state, day, id) include (amount_paise);

-- The keys of orders that can be paid, while they are valid or a few days later.
create table private.order_keys (
  order_id uuid not null,
  key text not null,
  made_on date not null,
  valid_on date not null,
  primary key (order_id, key)
);
alter table private.order_keys enable row level security;
create index order_keys_by_key on private.order_keys (key, valid_on, made_on, order_id);

-- Lines and orders whose proposals may have changed. Rows are only inserted and deleted, never updated, so that no step at the
-- desk waits for a match. Orders and lines are never deleted, so there are no foreign keys.
create table private.match_queue (
  id bigint primary key generated always as identity,
  line_id bigint,
  order_id uuid,
  check (num_nonnulls(line_id, order_id) = 1)
);
alter table private.match_queue enable row level security;
create index queued_orders on private.match_queue (id) where order_id is not null;
create index queued_lines on private.match_queue (id) where line_id is not null;
insert into private.match_queue (order_id)
  select id from public.orders where state in ('made', 'proof sent', 'rejected', 'expired') and user_id is not null;
insert into private.match_queue (line_id)
  select id from public.statement_lines where state in ('open', 'suggested', 'certain') or settled_by = 'Maarga'
  order by id;

-- Counting the orders in each state reads this index and no table.
drop index public.orders_by_state;
create index orders_by_state on public.orders (state, changed_at, id) include (valid_until);
