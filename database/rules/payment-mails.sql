-- needs: orders receipts
-- Mails about the steps of orders. The transaction of a step adds the job of its mail (server/mail/payment-mails.ts).
-- The job names only the step; the content of the mail is read when it is sent.

-- Queues the mail of a step. The mail about a new order waits for ten minutes: students who pay at once do not need it.
-- An order that can be paid has one more job, for a day before it ends; a later step moves it. A definer, because only its
-- owner may add jobs in SQL.
create function private.queue_payment_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ending constant timestamptz := (select valid_until - interval '1 day' from public.orders where id = new.order_id);
begin
  if new.to_state in ('made', 'rejected') and ending > now() then
    perform graphile_worker.add_job(
      'send-payment-mail',
      payload => json_build_object('stepId', new.id::text, 'messageId', gen_random_uuid(), 'endsSoon', true),
      run_at => ending,
      max_attempts => 12,
      job_key => 'payment end ' || new.order_id
    );
  end if;
  perform graphile_worker.add_job(
    'send-payment-mail',
    payload => json_build_object('stepId', new.id::text, 'messageId', gen_random_uuid()),
    run_at => case when new.action in ('make', 'reopen') then now() + interval '10 minutes' end,
    max_attempts => 12,
    job_key => 'payment step ' || new.id
  );
  return null;
end
$$;

create trigger queue_payment_mail after insert on public.order_steps
  for each row when (
    new.action <> 'replace' and (new.action <> 'cancel' or new.is_by_desk)
  )
  execute function private.queue_payment_mail();

-- Returns the mail of a step if it is due, and claims it. A claim may be repeated until the mail is handed over, because a
-- worker may die in between. A mail that is no longer true is not sent, such as "we are checking your payment" after the
-- decision. Mails about new, ending and expired orders are sent only to students who want e-mail, the others to everyone.
-- A payment that was put to another order of the same student has one mail, about that order.
create function private.claim_payment_mail(
  step bigint, ends_soon boolean default false, message_id uuid default gen_random_uuid()
) returns table (
  kind text, user_id uuid, email text, first_name text, language text, number text, plan_level text, plan_exam text, plan_name text,
  upgrades_from text, amount_paise bigint, received_paise bigint, valid_until timestamptz, utr text, reason text,
  words text, rest_number text, rest_amount_paise bigint, rest_valid_until timestamptz, receipt_id uuid,
  receipt_number text, receipt_snapshot jsonb, receipt_issued_at timestamptz, refund_number text, refund_paise bigint,
  refund_reference text, plan_then text, plan_expires_at timestamptz, at timestamptz
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  taken public.order_steps;
  subject public.orders;
begin
  select * into taken from public.order_steps where id = step;
  select * into subject from public.orders where id = taken.order_id;
  if subject.id is null
    or claim_payment_mail.ends_soon and subject.valid_until <= now()
    or private.is_bad_address((select users.email from auth.users where id = subject.user_id))
    or taken.action = 'move away' and not claim_payment_mail.ends_soon and subject.user_id = (
      select orders.user_id from public.orders where orders.number = taken.seen ->> 'to'
    )
    or subject.last_step <> taken.id and taken.action not in ('confirm', 'take over', 'take short', 'refund', 'undo')
  then
    return;
  end if;
  insert into private.payment_mails as mail (step_id, ends_soon, message_id)
  values (taken.id, claim_payment_mail.ends_soon, claim_payment_mail.message_id)
  on conflict on constraint payment_mails_pkey do update set changed_at = now() where mail.state = 'claimed';
  if not found then
    return;
  end if;
  return query
    select
      case
        when claim_payment_mail.ends_soon then 'ends soon'
        when taken.action = 'undo' then 'undone'
        when taken.action = 'refund' then 'refunded'
        when taken.action = 'move away' then 'moved'
        else taken.to_state
      end,
      account.id, account.email, profiles.first_name, profiles.language, subject.number, subject.plan_level, subject.plan_exam,
      subject.plan_name, subject.upgrades_from, subject.amount_paise, subject.received_paise, subject.valid_until,
      coalesce(payment.utr, taken.seen ->> 'utr'), taken.reason, taken.words, rest.number, rest.amount_paise, rest.valid_until, receipt.id,
      receipt.number, receipt.snapshot, receipt.issued_at, refund.number, refund.amount_paise, refund.reference,
      refund.plan_then, plan.expires_at, taken.at
    from auth.users as account join public.profiles on profiles.id = account.id
      left join public.payments as payment
        on payment.order_id = subject.id and payment.state in ('claimed', 'counted')
      left join public.orders as rest on rest.rest_of = subject.id and rest.state <> 'cancelled'
      left join public.receipts as receipt on receipt.order_id = subject.id and receipt.cancelled_at is null
      left join public.user_plans as plan on plan.order_id = subject.id and plan.active
      -- The refund is inserted right after its step, in the same transaction.
      left join lateral (
        select * from public.refunds where refunds.order_id = subject.id and refunds.at >= taken.at
        order by refunds.at limit 1
      ) as refund on taken.action = 'refund'
    where account.id = subject.user_id
      and (account.banned_until is null or account.banned_until <= now())
      and (
        not claim_payment_mail.ends_soon and (taken.to_state not in ('made', 'expired') or taken.action = 'move away')
        or profiles.notify_email is not false
      )
      -- A confirmation that was undone is not announced.
      and (taken.action not in ('confirm', 'take over', 'take short') or receipt.issued_at >= taken.at);
end
$$;

-- Marks a claimed mail as handed over, which one worker can do: from now on it may have been sent. Returns whether it did.
create function private.hand_over_payment_mail(step bigint, ends_soon boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update private.payment_mails as mail set state = 'handed over', changed_at = now()
  where step_id = step and mail.ends_soon = hand_over_payment_mail.ends_soon and state = 'claimed';
  return found;
end
$$;

-- Records the result of the mail server: sent, or refused for good.
create function private.finish_payment_mail(step bigint, ends_soon boolean, is_sent boolean) returns void
language sql security definer set search_path = ''
as $$
  update private.payment_mails as mail set state = case when is_sent then 'sent' else 'refused' end, changed_at = now()
  where step_id = step and mail.ends_soon = finish_payment_mail.ends_soon;
$$;

-- Reverts a claim whose mail the mail server did not take for the moment.
create function private.release_payment_mail(step bigint, ends_soon boolean default false) returns void
language sql security definer set search_path = ''
as $$
  delete from private.payment_mails where step_id = step and payment_mails.ends_soon = release_payment_mail.ends_soon;
$$;

grant execute on function
  private.claim_payment_mail(bigint, boolean, uuid), private.hand_over_payment_mail(bigint, boolean),
  private.finish_payment_mail(bigint, boolean, boolean), private.release_payment_mail(bigint, boolean)
  to maarga_server;

-- The mails that a student may not have: refused by the mail server, or handed over by a worker that has died since. A
-- mail server that is slow has answered after ten minutes.
create view private.doubtful_payment_mails with (security_invoker = true) as
  select mail.step_id, mail.ends_soon, mail.message_id, mail.state, mail.changed_at, order_id, action, to_state
  from private.payment_mails as mail join public.order_steps on order_steps.id = step_id
  where mail.state = 'refused' or mail.state = 'handed over' and mail.changed_at < now() - interval '10 minutes';

-- Sends such a mail again, if what it says is still true.
create function public.send_payment_mail_again(step bigint, ends_soon boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  doubtful private.doubtful_payment_mails;
begin
  perform private.require_right('take payments');
  select * into doubtful from private.doubtful_payment_mails as mail
  where step_id = step and mail.ends_soon = send_payment_mail_again.ends_soon;
  delete from private.payment_mails as mail
  where step_id = doubtful.step_id and mail.ends_soon = doubtful.ends_soon and mail.state = doubtful.state;
  if not found then
    perform private.refuse('This mail is on its way already.');
  end if;
  perform graphile_worker.add_job(
    'send-payment-mail',
    payload => json_build_object(
      'stepId', step::text, 'messageId', doubtful.message_id, 'endsSoon', send_payment_mail_again.ends_soon
    ),
    max_attempts => 12,
    job_key => 'payment mail again ' || step || ' ' || send_payment_mail_again.ends_soon
  );
  perform private.record_payment_action('payment mail sent again', orders)
  from public.orders where id = doubtful.order_id;
end
$$;
comment on function public.send_payment_mail_again is 'Needs the right to take payments.';
grant execute on function public.send_payment_mail_again(bigint, boolean) to authenticated, service_role;
