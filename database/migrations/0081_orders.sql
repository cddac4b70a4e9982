-- Orders, and the money that was sent for them (docs/decisions/0075-payment-desk.md). Amounts are integers of paise.
-- Only functions write these tables. Rows outlive the account of their student, because the books must stay complete:
-- user_id is then null.

alter table private.settings
  add column order_days integer not null default 7,
  -- The seller as receipts name it: see database/rules/receipts.sql.
  add column seller jsonb not null default '{}';

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  -- Letters and digits that are not mistaken for one another; the last one is a check character
  -- (database/rules/order-numbers.sql).
  number text not null unique check (number ~ '^MRG-[2-9A-HJKMNP-RTV-Z]{4,6}-[2-9A-HJKMNP-RTV-Z]$'),
  user_id uuid references auth.users (id) on delete set null,
  plan_level text not null check (plan_level in ('ug', 'pg')),
  plan_exam text not null check (plan_exam in ('cet', 'neet')),
  plan_name text not null check (plan_name in ('Basic', 'Medium', 'Advanced')),
  amount_paise bigint not null check (amount_paise > 0),
  -- The plan that an upgrade replaces, of the same level and exam.
  upgrades_from text check (upgrades_from in ('Basic', 'Medium', 'Advanced')),
  -- The order that was paid short, for an order of the rest.
  rest_of uuid references public.orders (id),
  -- Once valid_until passes, the order is expired even if the job has not changed its state yet.
  state text not null default 'made' check (state in (
    'made', 'proof sent', 'confirmed', 'rejected', 'expired', 'paid short', 'paid over', 'refunded', 'cancelled'
  )),
  made_at timestamptz not null default now(),
  valid_until timestamptz not null,
  changed_at timestamptz not null default now(),
  received_paise bigint not null default 0 check (received_paise >= 0),
  refunded_paise bigint not null default 0,
  reason text,
  words text,
  last_step bigint not null default 0,

  constraint orders_refund_what_they_received check (refunded_paise between 0 and received_paise),
  constraint confirmed_orders_are_paid check (
    case state
      when 'confirmed' then received_paise - refunded_paise = amount_paise
      when 'paid over' then received_paise - refunded_paise > amount_paise
      when 'paid short' then received_paise between 1 and amount_paise - 1 and refunded_paise = 0
      when 'refunded' then refunded_paise > 0
      else received_paise = 0
    end
  )
);
alter table public.orders enable row level security;
create unique index one_open_order_a_student on public.orders (user_id)
  where state in ('made', 'proof sent', 'rejected');
create index orders_of_a_student on public.orders (user_id, made_at);
-- A rest is paid once: another one is made only when the first is cancelled.
create unique index one_rest_an_order on public.orders (rest_of) where state <> 'cancelled';
create index rests_of_an_order on public.orders (rest_of);
create index orders_by_state on public.orders (state, changed_at, id);
create index orders_by_change on public.orders (changed_at, id);

-- The allowed steps and their takers. A step that is not a row here cannot be stored. The step 'make' has no state
-- before it.
create table private.order_transitions (
  action text not null,
  from_state text,
  to_state text not null,
  takers text[] not null check (takers <@ array['student', 'desk', 'clock'] and takers <> '{}'),
  unique nulls not distinct (action, from_state, to_state)
);
alter table private.order_transitions enable row level security;
insert into private.order_transitions (action, from_state, to_state, takers)
select action, from_state, to_state, string_to_array(takers, ' ')
from (values
  ('make', array[null], 'made', 'student desk'),
  ('replace', array['made', 'rejected'], 'cancelled', 'student desk'),
  ('reopen', array['expired'], 'made', 'student desk'),
  ('send proof', array['made', 'rejected', 'proof sent'], 'proof sent', 'student'),
  ('put payment', array['made', 'rejected', 'proof sent', 'expired', 'cancelled'], 'proof sent', 'desk'),
  ('confirm', array['proof sent'], 'confirmed', 'desk'),
  ('take over', array['proof sent'], 'paid over', 'desk'),
  ('take short', array['proof sent'], 'paid short', 'desk'),
  ('reject', array['proof sent'], 'rejected', 'desk'),
  ('move away', array['proof sent'], 'made', 'desk'),
  ('move here', array['made', 'rejected', 'expired', 'cancelled'], 'proof sent', 'desk'),
  ('cancel', array['made', 'rejected'], 'cancelled', 'student desk'),
  ('cancel', array['proof sent', 'expired'], 'cancelled', 'desk'),
  ('expire', array['made', 'rejected'], 'expired', 'clock'),
  ('refund', array['confirmed', 'paid over', 'paid short', 'refunded'], 'refunded', 'desk'),
  ('refund', array['paid over'], 'paid over', 'desk'),
  ('refund', array['paid over'], 'confirmed', 'desk'),
  ('undo', array['confirmed', 'paid over', 'paid short'], 'proof sent', 'desk')
) as transition (action, from_states, to_state, takers), unnest(from_states) as from_state;

-- Append-only. actor has no foreign key, so that it stays when the account is deleted.
create table public.order_steps (
  id bigint primary key generated always as identity,
  order_id uuid not null references public.orders (id),
  action text not null,
  from_state text,
  to_state text not null,
  at timestamptz not null default clock_timestamp(),
  is_by_desk boolean not null,
  actor uuid,
  actor_email text not null,
  reason text,
  words text check (length(words) <= 500),
  amount_paise bigint,
  -- Facts that were known when the step was taken.
  seen jsonb not null default '{}',

  constraint order_steps_start_by_making check ((action = 'make') = (from_state is null)),
  constraint order_steps_are_allowed foreign key (action, from_state, to_state)
    references private.order_transitions (action, from_state, to_state)
);
alter table public.order_steps enable row level security;
create index steps_of_an_order on public.order_steps (order_id, id);
create index order_steps_by_action on public.order_steps (action, from_state, to_state);

-- Payments for orders: claimed (sent, according to the student or an admin), counted (received), or set aside (rejected
-- or replaced).
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  -- The bank's number of the transfer; null for cash, and for a transfer without one.
  utr text check (utr ~ '^[0-9]{12}$'),
  method text not null default 'upi' check (method in ('upi', 'bank', 'cash')),
  state text not null default 'claimed' check (state in ('claimed', 'counted', 'set aside')),
  -- The amount received, once it is known.
  amount_paise bigint check (amount_paise > 0),
  paid_on date,
  proof_name text,
  proof_sha256 text check (proof_sha256 ~ '^[0-9a-f]{64}$'),
  source text not null check (source in ('student', 'desk', 'statement')),
  claimed_at timestamptz not null default now(),
  constraint counted_payments_have_an_amount check (state <> 'counted' or amount_paise is not null)
);
alter table public.payments enable row level security;
-- A transfer pays one order. Two requests may race past any check; neither can race past these.
create unique index utrs_count_once on public.payments (utr) where state <> 'set aside';
create unique index one_claim_an_order on public.payments (order_id) where state = 'claimed';
create unique index one_payment_an_order on public.payments (order_id) where state = 'counted';
create index payments_of_an_order on public.payments (order_id, claimed_at);
create index payments_by_utr on public.payments (utr);
-- Admins search by the last digits, which people read out on the phone.
create index payments_by_last_digits on public.payments (reverse(utr) text_pattern_ops);
create index payments_by_proof on public.payments (proof_sha256) where proof_sha256 is not null;

-- The order that paid for a plan, or the reason why there is none.
alter table public.user_plans
  add column order_id uuid references public.orders (id),
  add column reason text check (reason in ('gift', 'cash with receipt', 'correction')),
  add column reason_words text check (length(reason_words) <= 500);
create index user_plans_of_an_order on public.user_plans (order_id);
-- No payment pays for two plans at a time.
create unique index user_plans_one_active_an_order on public.user_plans (order_id) where active;

-- The steps that were mailed.
create table private.payment_mails (
  step_id bigint primary key references public.order_steps (id),
  sent_at timestamptz not null default now()
);
alter table private.payment_mails enable row level security;

insert into storage.buckets (id, name, file_size_limit, allowed_mime_types) values
  ('payment-proofs', 'payment-proofs', 5 * 1024 * 1024, array[
    'application/pdf', 'image/jpeg', 'image/png', 'image/webp'
  ]);
-- <student id>/<milliseconds>_<original name>, as documents.
alter table storage.objects add constraint payment_proofs_are_named_by_time check (
  bucket_id <> 'payment-proofs'
  or (
    name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9]{13}_[^/]+$'
    and octet_length(split_part(name, '/', 2)) <= 255
    and btrim(substr(split_part(name, '/', 2), 15)) not in ('', '.', '..')
  )
);
