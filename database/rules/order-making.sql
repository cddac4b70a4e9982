-- needs: orders order-numbers plans
-- Making, replacing, reopening and cancelling an order.

create function private.paise(rupees numeric) returns bigint
language sql immutable set search_path = ''
return round(rupees * 100)::bigint;

-- Returns the row of the student's active plan; all columns are null without one.
create function private.current_user_plan(student uuid) returns public.user_plans
language sql stable set search_path = ''
as $$
  select * from public.user_plans where user_id = student and active and expires_at > now();
$$;

-- Returns what a student pays for a plan today: its price, or for an upgrade the difference. Refuses plans that the
-- student cannot choose. domain/prices.ts previews it.
create function private.price_order(
  student uuid, level text, exam text, name text, out amount_paise bigint, out upgrades_from text
)
language plpgsql stable set search_path = ''
as $$
declare
  offer public.plans;
  current_plan constant public.user_plans := private.current_user_plan(student);
  current_price numeric;
begin
  select * into offer from public.plans where plan_level = level and plan_exam = exam and plan_name = name;
  if not found then
    perform private.refuse('There is no such plan.');
  elsif offer.expires_at <= now() then
    perform private.refuse('This plan has ended.');
  elsif current_plan.id is null then
    amount_paise := private.paise(offer.price);
  else
    upgrades_from := current_plan.plan_name;
    select price into current_price from public.plans
    where plan_level = level and plan_exam = exam and plan_name = current_plan.plan_name;
    if (current_plan.plan_level, current_plan.plan_exam) is distinct from (level, exam) or offer.price <= current_price then
      perform private.refuse(
        case when student = auth.uid() then 'You have' else 'The student has' end
        || ' an active plan. Only an upgrade of it can be chosen.'
      );
    elsif current_price is null then
      perform private.refuse('The price of an upgrade is not known at the moment. Please write to us.');
    end if;
    amount_paise := private.paise(offer.price) - private.paise(current_price);
  end if;
  if amount_paise <= 0 then
    perform private.refuse('This plan costs nothing. Please write to us, and we activate it.');
  end if;
end
$$;

create function private.order_validity() returns timestamptz
language sql stable set search_path = ''
as $$
  select now() + make_interval(days => order_days) from private.settings;
$$;

create function private.insert_order(
  student uuid, level text, exam text, name text, amount bigint, taker text,
  upgrades text default null, rest uuid default null
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  made uuid;
begin
  while made is null loop -- a concurrent order may have taken the number
    insert into public.orders
      (number, user_id, plan_level, plan_exam, plan_name, amount_paise, upgrades_from, rest_of, valid_until)
    values (private.new_order_number(), student, level, exam, name, amount, upgrades, rest, private.order_validity())
    on conflict (number) do nothing returning id into made;
  end loop;
  perform private.take_step(made, 'make', 'made', taker, amount_paise => amount);
  return made;
end
$$;

-- Cancels or expires the student's open order for another plan, so that they are asked to pay for one plan only.
-- Returns the open order if it is for the same plan, otherwise null.
create function private.make_room_for_order(
  student uuid, level text, exam text, name text, upgrades text, taker text, except_order uuid default null
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  open_order public.orders;
begin
  select * into open_order from public.orders
  where user_id = student and state in ('made', 'proof sent', 'rejected') and id is distinct from except_order
  for no key update;
  if not found then
    return null;
  elsif open_order.state = 'proof sent' then
    perform private.refuse(
      format('Your payment for %s is being checked. Please wait for the answer first.', open_order.number)
    );
  elsif open_order.valid_until <= now() then
    perform private.take_step(open_order.id, 'expire', 'expired', 'clock');
    return null;
  elsif (open_order.plan_level, open_order.plan_exam, open_order.plan_name) = (level, exam, name)
    and (open_order.upgrades_from is not distinct from upgrades) and except_order is null
  then
    return open_order.id;
  elsif open_order.rest_of is not null then
    perform private.refuse(format(
      'A part of this plan is paid already. Please pay the rest with %s, or write to us.', open_order.number
    ));
  end if;
  perform private.take_step(open_order.id, 'replace', 'cancelled', taker, reason => 'replaced');
  return null;
end
$$;

create function private.make_order(student uuid, level text, exam text, name text, taker text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  price record;
  made uuid;
begin
  perform private.lock_students(array[student]);
  if not exists (select from public.profiles where id = student) then
    perform private.refuse('Please complete your profile first.');
  end if;
  select * into price from private.price_order(student, level, exam, name);
  made := private.make_room_for_order(student, level, exam, name, price.upgrades_from, taker);
  if made is not null then
    return made;
  elsif taker = 'student' and 20 <= (
    select count(*) from public.orders where user_id = student and made_at > now() - interval '24 hours'
  ) then
    perform private.refuse('You have chosen plans too often today. Please try again tomorrow.');
  end if;
  return private.insert_order(student, level, exam, name, price.amount_paise, taker, upgrades => price.upgrades_from);
end
$$;

-- Makes an order for the caller. A definer, because nobody may write orders: the database computes the amount.
create function public.make_order(level text, exam text, name text) returns setof public.current_orders
language plpgsql security definer set search_path = ''
as $$
declare
  made uuid;
begin
  made := private.make_order(auth.uid(), level, exam, name, 'student');
  return query select * from public.current_orders where id = made;
end
$$;

-- Makes an order for a student who pays in person, or writes a message instead of choosing a plan on /pricing.
create function public.make_order_for(student uuid, level text, exam text, name text)
returns setof public.current_orders
language plpgsql security definer set search_path = ''
as $$
declare
  made_id uuid;
  made public.orders;
begin
  perform private.require_right('take payments');
  perform private.refuse_own_order(student);
  made_id := private.make_order(student, level, exam, name, 'desk');
  select * into made from public.orders where id = made_id;
  perform private.record_payment_action('order made', made, jsonb_build_object('amount_paise', made.amount_paise));
  return query select * from public.current_orders where id = made.id;
end
$$;
comment on function public.make_order_for is 'Needs the right to take payments.';

-- Opens an expired order at the price of today. A rest keeps its amount: the price was fixed when the first part was paid.
create function public.reopen_order(order_id uuid) returns setof public.current_orders
language plpgsql security definer set search_path = ''
as $$
declare
  taker constant text := private.taker_of(order_id);
  subject public.orders;
  amount bigint;
  upgrades text;
begin
  subject := private.lock_order(order_id, taker);
  perform private.require_step(subject, 'reopen', taker);
  amount := subject.amount_paise;
  upgrades := subject.upgrades_from;
  if subject.rest_of is null then
    select price.amount_paise, price.upgrades_from into amount, upgrades
    from private.price_order(subject.user_id, subject.plan_level, subject.plan_exam, subject.plan_name) as price;
  end if;
  perform private.make_room_for_order(
    subject.user_id, subject.plan_level, subject.plan_exam, subject.plan_name, null, taker, except_order => subject.id
  );
  update public.orders set amount_paise = amount, upgrades_from = upgrades, valid_until = private.order_validity()
  where id = subject.id;
  perform private.take_step(
    subject.id, 'reopen', 'made', taker, amount_paise => amount,
    seen => jsonb_build_object('amount_paise', subject.amount_paise)
  );
  return query select * from public.current_orders where id = subject.id;
end
$$;

-- Students cancel orders without a claim; admins also orders whose claim turned out to be wrong, and expired ones.
create function public.cancel_order(order_id uuid, words text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  taker constant text := private.taker_of(order_id);
  subject public.orders;
begin
  subject := private.lock_order(order_id, taker);
  perform private.require_step(subject, 'cancel', taker);
  -- Without the rest, the part that is paid would never lead to a plan. A refund of the part, or undoing it, cancels the rest.
  if subject.rest_of is not null then
    perform private.refuse(case taker
      when 'desk' then format(
        'A part of this plan is paid already. Refund %s, or undo its confirmation.',
        (select number from public.orders where id = subject.rest_of)
      )
      else format('A part of this plan is paid already. Please pay the rest with %s, or write to us.', subject.number)
    end);
  end if;
  perform private.set_claim_aside(subject.id);
  perform private.release_line(subject.id);
  perform private.take_step(subject.id, 'cancel', 'cancelled', taker, words => cancel_order.words);
  if taker = 'desk' then
    perform private.record_payment_action('order cancelled', subject, jsonb_build_object('words', cancel_order.words));
  end if;
end
$$;

grant execute on function
  public.make_order(text, text, text), public.make_order_for(uuid, text, text, text), public.reopen_order(uuid),
  public.cancel_order(uuid, text)
  to authenticated, service_role;
