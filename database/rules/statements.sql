-- needs: orders payment-claims
-- Bank statements: their lines, and the decisions about single lines. statement-matching.sql proposes the orders of
-- lines.

create policy "admins see statements" on public.statements for select to authenticated using ((select private.has_right('take payments')));
create policy "admins see lines" on public.statement_lines for select to authenticated using ((select private.has_right('take payments')));
create policy "admins see layouts" on public.statement_layouts for select to authenticated using ((select private.has_right('take payments')));
create policy "admins add layouts" on public.statement_layouts
  for insert to authenticated with check ((select private.has_right('take payments')));
create policy "admins change layouts" on public.statement_layouts
  for update to authenticated using ((select private.has_right('take payments'))) with check ((select private.has_right('take payments')));
create policy "the secret key sees statements" on public.statements for select to service_role using (true);
create policy "the secret key sees lines" on public.statement_lines for select to service_role using (true);
create policy "the secret key reads and writes layouts" on public.statement_layouts
  for all to service_role using (true) with check (true);
grant select on public.statements, public.statement_lines, public.statement_layouts to authenticated, service_role;
grant insert (headings, columns), update (headings, columns) on public.statement_layouts to authenticated, service_role;

-- Adds a statement. Adding the same file again changes nothing.
create function public.add_statement(
  file_name text, sha256 text, layout text, account text default '', lines integer default 0
) returns table (statement_id uuid, is_known boolean)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_right('take payments');
  insert into public.statements (file_name, sha256, layout, account, lines, added_by)
  values (
    left(add_statement.file_name, 255), lower(add_statement.sha256), add_statement.layout, add_statement.account,
    add_statement.lines, private.actor_name()
  )
  on conflict on constraint statements_sha256_key do nothing
  returning id into statement_id;
  is_known := statement_id is null;
  if is_known then
    select statements.id into statement_id from public.statements where statements.sha256 = lower(add_statement.sha256);
  else
    perform private.record_action(
      'statement added', statement_id, left(add_statement.file_name, 255),
      jsonb_build_object('layout', layout, 'lines', lines)
    );
  end if;
  return next;
end
$$;
comment on function public.add_statement is 'Needs the right to take payments.';

-- Adds lines in parts, which may be repeated. A transfer that another statement also lists is stored once. nth tells
-- equal lines of one file apart: 1 for the first, 2 for the second.
create function public.add_statement_lines(statement_id uuid, lines jsonb) returns table (added integer, known integer)
language plpgsql security definer set search_path = ''
as $$
declare
  statement public.statements;
begin
  perform private.require_right('take payments');
  select * into statement from public.statements where id = add_statement_lines.statement_id for update;
  if not found or statement.finished_at is not null then
    perform private.refuse('This statement is complete already.');
  elsif jsonb_array_length(lines) > 2000 then
    perform private.refuse('At most 2,000 lines at once.');
  elsif exists (
    select from jsonb_to_recordset(lines) as line (day date)
    where day not between '2000-01-01' and (now() at time zone 'Asia/Kolkata')::date + 31
  ) then
    perform private.refuse('A line has a day before the year 2000, or more than a month ahead.');
  end if;
  insert into public.statement_lines (
    statement_id, line_number, day, amount_paise, utr, reference, narration, payer, balance_paise, state,
    match_keys, fingerprint
  )
  select
    statement.id, line_number, day, amount_paise, nullif(utr, ''), private.find_order_number(reference),
    left(coalesce(narration, ''), 1000), left(nullif(payer, ''), 200), balance_paise,
    case when amount_paise < 0 then 'debit' else 'open' end,
    private.match_keys(amount_paise, left(concat_ws(' ', narration, payer), 1200)),
    encode(sha256(convert_to(concat_ws(
      '|', statement.account, day, amount_paise, coalesce(utr, ''),
      regexp_replace(lower(coalesce(narration, '')), '\s+', '', 'g'), coalesce(balance_paise::text, ''), coalesce(nth, 1)
    ), 'UTF8')), 'hex')
  from jsonb_to_recordset(lines) as line (
    line_number integer, day date, amount_paise bigint, utr text, reference text, narration text, payer text,
    balance_paise bigint, nth integer
  )
  on conflict do nothing;
  get diagnostics added = row_count;
  known := jsonb_array_length(lines) - added;
  return next;
end
$$;
comment on function public.add_statement_lines is 'Needs the right to take payments.';

create function public.finish_statement(statement_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_right('take payments');
  update public.statements set finished_at = coalesce(finished_at, now()) where id = finish_statement.statement_id;
  -- Matching begins before autovacuum notices a large statement, and is planned several times slower without statistics.
  if (select lines > 1000 from public.statements where id = finish_statement.statement_id) then
    analyze public.statement_lines, private.match_queue, private.order_keys;
  end if;
end
$$;
comment on function public.finish_statement is 'Needs the right to take payments.';

-- Opens the lines again that are proposed or chosen for an order.
create function private.release_line(subject uuid) returns void
language sql set search_path = ''
as $$
  update public.statement_lines set state = 'open', order_id = null, how = null
  where order_id = subject and state in ('certain', 'suggested', 'chosen');
$$;

-- Locks and returns the line that shows the payment of an order, if there is one: a chosen or certain line, or one with
-- the same UTR. A suggestion by name does not count.
create function private.lock_line(subject public.orders, payment public.payments) returns public.statement_lines
language plpgsql set search_path = ''
as $$
declare
  line public.statement_lines;
begin
  select * into line from public.statement_lines
  where order_id = subject.id and state in ('chosen', 'certain')
    or utr = payment.utr and state in ('open', 'suggested') and (order_id is null or order_id = subject.id)
  order by order_id = subject.id desc nulls last, id limit 1 for update;
  if line.utr <> payment.utr and exists (
    select from public.payments where utr = line.utr and state <> 'set aside' and id <> payment.id
  ) then
    perform private.refuse('The UTR of this line of the statement is on another order already.');
  end if;
  return line;
end
$$;

create function private.settle_line(line public.statement_lines, subject public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.statement_lines set state = 'open', order_id = null, how = null
  where order_id = subject.id and state in ('certain', 'suggested', 'chosen') and id is distinct from line.id;
  update public.statement_lines set
    state = 'confirmed', order_id = subject.id, how = coalesce(how, 'utr'), settled_at = now(),
    settled_by = private.actor_name()
  where id = line.id;
end
$$;

create function private.lock_open_line(line_id bigint) returns public.statement_lines
language plpgsql set search_path = ''
as $$
declare
  line public.statement_lines;
begin
  select * into line from public.statement_lines where id = line_id for update;
  if not found or line.state in ('confirmed', 'debit') then
    perform private.refuse('This line is decided already.');
  end if;
  return line;
end
$$;

-- Chooses the order of a line by hand, in place of any proposal.
create function public.choose_order(line_id bigint, order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.orders;
begin
  perform private.require_right('take payments');
  subject := private.lock_order(choose_order.order_id, 'desk');
  -- Also the line that the order has. In one sequence, because somebody else may give that line to the order of this one.
  perform from public.statement_lines
  where id = line_id or statement_lines.order_id = subject.id
  order by id for update;
  perform private.lock_open_line(line_id);
  if subject.state not in ('made', 'proof sent', 'rejected', 'expired', 'cancelled') then
    perform private.refuse(format('%s is %s, so this is not possible.', subject.number, subject.state));
  end if;
  perform private.release_line(subject.id);
  update public.statement_lines set
    state = 'chosen', order_id = subject.id, how = 'hand', explanation = null, settled_at = null, settled_by = null
  where id = line_id;
end
$$;
comment on function public.choose_order is 'Needs the right to take payments.';

create function public.explain_line(line_id bigint, words text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  line public.statement_lines;
begin
  perform private.require_right('take payments');
  line := private.lock_open_line(line_id);
  if coalesce(btrim(words), '') = '' then
    perform private.refuse('Please say what it is.');
  end if;
  update public.statement_lines set
    state = 'explained', order_id = null, how = null, explanation = left(btrim(words), 500), settled_at = now(),
    settled_by = private.actor_name()
  where id = line_id;
  perform private.record_action(
    'statement line explained', line.statement_id, line.narration,
    jsonb_build_object('amount_paise', line.amount_paise, 'day', line.day, 'words', left(btrim(words), 500))
  );
end
$$;
comment on function public.explain_line is 'Needs the right to take payments.';

create function public.reopen_line(line_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_right('take payments');
  perform private.lock_open_line(line_id);
  update public.statement_lines set
    state = 'open', order_id = null, how = null, explanation = null, settled_at = null, settled_by = null
  where id = line_id;
end
$$;
comment on function public.reopen_line is 'Needs the right to take payments.';

grant execute on function
  public.add_statement(text, text, text, text, integer), public.add_statement_lines(uuid, jsonb),
  public.finish_statement(uuid), public.choose_order(bigint, uuid), public.explain_line(bigint, text),
  public.reopen_line(bigint)
  to authenticated, service_role;
