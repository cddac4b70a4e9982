-- needs: orders order-numbers payment-proofs
-- Claims: payments that a student says they have made, or that an admin adds because they came another way.

create policy "students see the payments of their orders, admins see all" on public.payments
  for select to authenticated using (
    (select private.has_right('take payments'))
    or exists (select from public.orders where id = order_id and user_id = (select auth.uid()))
  );
create policy "the secret key sees payments" on public.payments for select to service_role using (true);
-- The name and the hash of a proof are for admins only: open_order returns them. A payment that was moved to another student's
-- order keeps its proof, whose name has the id of the student who sent it.
grant select (id, order_id, utr, method, state, amount_paise, paid_on, source, claimed_at)
  on public.payments to authenticated, service_role;

-- A definer, because the name of a proof is for admins only.
create function private.has_proof(payment uuid) returns boolean
language sql stable security definer set search_path = ''
return (select proof_name is not null from public.payments where id = payment);

grant execute on function private.has_proof(uuid) to authenticated;

create function private.claim_of(subject uuid) returns public.payments
language sql stable set search_path = ''
as $$
  select * from public.payments where order_id = subject and state = 'claimed';
$$;

-- Sets the claim of an order aside, if there is one. Its UTR can be used again.
create function private.set_claim_aside(subject uuid) returns void
language sql set search_path = ''
as $$
  update public.payments set state = 'set aside' where order_id = subject and state = 'claimed';
$$;

-- Adds the claim of an order, in place of an earlier one. Refuses a UTR that is used; only admins are told by which
-- order.
create function private.insert_claim(claim public.payments) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.set_claim_aside(claim.order_id);
  insert into public.payments
    (order_id, utr, method, amount_paise, paid_on, proof_name, proof_sha256, source)
  values (
    claim.order_id, claim.utr, claim.method, claim.amount_paise, claim.paid_on, claim.proof_name, claim.proof_sha256,
    claim.source
  )
  on conflict (utr) where state <> 'set aside' do nothing;
  if found then
    return;
  elsif claim.source = 'student' then
    perform private.refuse('This UTR has already been used. Please check it, or write to us.');
  end if;
  perform private.refuse(format('This UTR is on %s already.', (
    select number from public.payments join public.orders on orders.id = order_id
    where payments.utr = claim.utr and payments.state <> 'set aside'
  )));
end
$$;

create function private.require_utr(written text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  -- Longer than any message that has one: a megabyte would be searched for seconds.
  if length(written) > 1000 or private.find_utr(written) is null then
    perform private.refuse('Please enter the 12 digits of the UTR, or the reference of the bank transfer.');
  end if;
  return private.find_utr(written);
end
$$;

-- Adds the student's claim: "I have paid". A later call corrects the UTR or adds the proof; a repeated one changes
-- nothing.
create function public.send_proof(order_id uuid, utr text, proof text default null) returns setof public.current_orders
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.orders;
  claim public.payments;
  digits text;
begin
  subject := private.lock_order(order_id, 'student');
  if subject.state = 'expired' then
    perform private.refuse('This order has expired. Please open it again at today''s price.');
  end if;
  perform private.require_step(subject, 'send proof', 'student');
  digits := private.require_utr(send_proof.utr);
  claim := private.claim_of(subject.id);
  if claim.utr is distinct from digits or (proof is not null and claim.proof_name is distinct from proof) then
    if 10 <= (
      select count(*) from public.order_steps
      where order_steps.order_id = subject.id and action = 'send proof' and at > now() - interval '24 hours'
    ) then
      perform private.refuse('You have sent this too often today. Please write to us.');
    end if;
    claim.order_id := subject.id;
    claim.utr := digits;
    claim.method := case when digits ~ '^[A-Z]' then 'bank' else coalesce(claim.method, 'upi') end;
    claim.source := 'student';
    if proof is not null then
      claim.proof_name := proof;
      claim.proof_sha256 := private.require_proof_hash(subject.user_id, proof);
    end if;
    perform private.insert_claim(claim);
    perform private.take_step(
      subject.id, 'send proof', 'proof sent', 'student',
      seen => jsonb_build_object('utr', digits, 'proof', claim.proof_name, 'amount_paise', subject.amount_paise)
    );
  end if;
  return query select * from public.current_orders where id = subject.id;
end
$$;

-- Puts a payment that came by message, through the bank, or in cash to an order.
create function public.put_payment(
  order_id uuid, utr text default null, method text default 'upi', paid_on date default null,
  received_paise bigint default null, proof text default null, words text default null, seen_step bigint default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.orders;
  claim public.payments;
begin
  perform private.require_right('take payments');
  subject := private.lock_order(order_id, 'desk', seen_step);
  perform private.require_step(subject, 'put payment', 'desk');
  perform private.require_no_other_order(subject);
  if put_payment.method not in ('upi', 'bank', 'cash') or put_payment.method is null then
    perform private.refuse('Choose how the money came.');
  elsif put_payment.method = 'cash' and coalesce(btrim(put_payment.words), '') = '' then
    perform private.refuse('Please say where the receipt is.');
  elsif received_paise <= 0 then
    perform private.refuse('Enter more than nothing.');
  elsif put_payment.paid_on > (now() at time zone 'Asia/Kolkata')::date then
    perform private.refuse('This day has not come yet.');
  elsif put_payment.paid_on < subject.made_at::date - 366 then
    perform private.refuse('This day is more than a year before the order.');
  end if;
  claim.order_id := subject.id;
  claim.utr := case when put_payment.method = 'upi' or put_payment.utr is not null then private.require_utr(put_payment.utr) end;
  claim.method := put_payment.method;
  claim.amount_paise := received_paise;
  claim.paid_on := put_payment.paid_on;
  claim.proof_name := proof;
  claim.proof_sha256 := private.require_proof_hash(subject.user_id, proof);
  claim.source := 'desk';
  perform private.insert_claim(claim);
  perform private.take_step(
    subject.id, 'put payment', 'proof sent', 'desk', words => put_payment.words, amount_paise => received_paise,
    seen => to_jsonb(claim) - 'id' - 'order_id' - 'state'
  );
  perform private.record_payment_action(
    'payment put', subject, jsonb_build_object('utr', claim.utr, 'method', claim.method, 'received_paise', received_paise)
  );
end
$$;
comment on function public.put_payment is 'Needs the right to take payments.';

-- Moves a claim to another order, of the same student or another one. The order that it leaves can be paid again, for at
-- least two days.
create function public.move_payment(
  payment_id uuid, to_order_id uuid, words text default null, seen_step bigint default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  payment public.payments;
  origin public.orders;
  target public.orders;
begin
  perform private.require_right('take payments');
  select * into payment from public.payments where id = payment_id;
  perform private.lock_students(array(select user_id from public.orders where id in (payment.order_id, to_order_id)));
  origin := private.lock_order(payment.order_id, 'desk', seen_step);
  target := private.lock_order(to_order_id, 'desk');
  select * into payment from public.payments where id = payment_id for update;
  if origin.id = target.id then
    perform private.refuse('Choose another order.');
  elsif payment.order_id is distinct from origin.id or payment.state <> 'claimed' then
    perform private.refuse('This order has changed since you opened it. Please look again.');
  end if;
  perform private.require_step(origin, 'move away', 'desk');
  if target.state = 'proof sent' then
    perform private.refuse(format('%s has a payment already.', target.number));
  end if;
  perform private.require_step(target, 'move here', 'desk');
  perform private.require_no_other_order(target);
  update public.payments set order_id = target.id where id = payment.id;
  perform private.release_line(target.id);
  update public.statement_lines set order_id = target.id, state = 'chosen', how = 'hand'
  where statement_lines.order_id = origin.id and state in ('certain', 'suggested', 'chosen');
  update public.orders set valid_until = greatest(valid_until, now() + interval '2 days') where id = origin.id;
  perform private.take_step(
    origin.id, 'move away', 'made', 'desk', words => move_payment.words,
    seen => jsonb_build_object('utr', payment.utr, 'to', target.number)
  );
  perform private.take_step(
    target.id, 'move here', 'proof sent', 'desk', words => move_payment.words,
    seen => jsonb_build_object('utr', payment.utr, 'from', origin.number)
  );
  perform private.record_payment_action(
    'payment moved', target,
    jsonb_build_object('utr', payment.utr, 'from', origin.number, 'words', nullif(btrim(move_payment.words), ''))
  );
end
$$;
comment on function public.move_payment is 'Needs the right to take payments.';

grant execute on function
  public.send_proof(uuid, text, text),
  public.put_payment(uuid, text, text, date, bigint, text, text, bigint),
  public.move_payment(uuid, uuid, text, bigint)
  to authenticated, service_role;
