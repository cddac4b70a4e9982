-- needs: orders statements
-- The lists of the lines of statements, and decisions about several of them.

-- Returns the lines of all statements in one state, the oldest first, with their order and the reason for the proposal.
create function public.list_statement_lines(state text, page integer default 1, page_size integer default 50)
returns table (
  line_id bigint, day date, amount_paise bigint, narration text, utr text, line_state text, how text, explanation text,
  settled_at timestamptz, settled_by text, order_id uuid, number text, order_amount_paise bigint, order_state text,
  made_at timestamptz, plan_level text, plan_exam text, plan_name text, student_name text, claimed_utr text
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set jit = off
set random_page_cost = 1.1
as $$
#variable_conflict use_column
declare
  page_rows constant bigint := least(greatest(page_size, 1), 100);
  skipped constant bigint := (greatest(page, 1) - 1)::bigint * page_rows;
begin
  perform private.require_right('take payments');
  return query
    with listed as materialized (
      -- Each part reads the index in its order. A chosen line waits to be confirmed, like a suggestion.
      select id from (
        (select id, day from public.statement_lines as part where part.state = list_statement_lines.state
        order by day, id limit skipped + page_rows)
        union all
        (select id, day from public.statement_lines as part
        where part.state = 'chosen' and list_statement_lines.state = 'suggested'
        order by day, id limit skipped + page_rows)
      ) as found
      order by day, id limit page_rows offset skipped
    )
    select
      lines.id, lines.day, lines.amount_paise, lines.narration, lines.utr, lines.state, lines.how, lines.explanation,
      lines.settled_at, lines.settled_by, orders.id, orders.number, orders.amount_paise, orders.state,
      orders.made_at, orders.plan_level, orders.plan_exam, orders.plan_name,
      btrim(concat_ws(' ', profiles.first_name, profiles.last_name)), claim.utr
    from listed join public.statement_lines as lines using (id)
      left join public.current_orders as orders on orders.id = lines.order_id
      left join public.profiles on profiles.id = orders.user_id
      left join public.payments as claim on claim.order_id = orders.id and claim.state <> 'set aside'
    order by lines.day, lines.id;
end
$$;
comment on function public.list_statement_lines is 'Needs the right to take payments.';

create function public.count_statement_lines() returns table (state text, lines bigint, amount_paise bigint)
language plpgsql stable security definer set search_path = '' set random_page_cost = 1.1 set jit = off
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
  public.list_statement_lines(text, integer, integer), public.count_statement_lines(),
  public.explain_lines(bigint[], text)
  to authenticated, service_role;
