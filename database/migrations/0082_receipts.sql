-- Receipts and refunds. Both are numbered without gaps in each financial year, from April to March.

-- A number is taken in the transaction of its receipt, under the lock of this row: a rollback gives it back.
create table private.number_series (
  series text not null check (series in ('receipt', 'refund')),
  financial_year text not null,
  last integer not null,
  last_at timestamptz not null,
  primary key (series, financial_year)
);
alter table private.number_series enable row level security;

create table public.receipts (
  id uuid primary key default gen_random_uuid(),
  -- At most 16 characters, as the rules for tax invoices require.
  number text not null unique check (length(number) <= 16),
  financial_year text not null check (financial_year ~ '^[0-9]{4}-[0-9]{2}$'),
  serial integer not null check (serial > 0),
  order_id uuid not null references public.orders (id),
  payment_id uuid not null references public.payments (id),
  user_id uuid references auth.users (id) on delete set null,
  -- The part of the payment that pays the order, without a surplus.
  amount_paise bigint not null check (amount_paise > 0),
  issued_at timestamptz not null,
  -- The date in Karnataka.
  day date not null,
  -- The content of the receipt as of that day.
  snapshot jsonb not null,
  cancelled_at timestamptz,
  cancel_reason text,

  constraint receipts_are_numbered_by_year unique (financial_year, serial),
  constraint cancelled_receipts_have_a_reason check ((cancelled_at is null) = (cancel_reason is null))
);
alter table public.receipts enable row level security;
create unique index one_valid_receipt_a_payment on public.receipts (payment_id) where cancelled_at is null;
create index receipts_of_a_payment on public.receipts (payment_id);
create index receipts_of_an_order on public.receipts (order_id);
create index receipts_of_a_student on public.receipts (user_id, issued_at);
create index receipts_by_day on public.receipts (day);

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  number text not null unique check (length(number) <= 16),
  financial_year text not null check (financial_year ~ '^[0-9]{4}-[0-9]{2}$'),
  serial integer not null check (serial > 0),
  order_id uuid not null references public.orders (id),
  receipt_id uuid not null references public.receipts (id),
  user_id uuid references auth.users (id) on delete set null,
  amount_paise bigint not null check (amount_paise > 0),
  -- A surplus was never part of a receipt.
  kind text not null check (kind in ('surplus', 'refund')),
  reference text not null check (length(reference) between 1 and 100),
  refunded_on date not null,
  plan_then text not null check (plan_then in ('keep', 'end', 'previous')),
  words text check (length(words) <= 500),
  at timestamptz not null,

  constraint refunds_are_numbered_by_year unique (financial_year, serial)
);
alter table public.refunds enable row level security;
create index refunds_of_an_order on public.refunds (order_id);
create index refunds_of_a_receipt on public.refunds (receipt_id);
create index refunds_of_a_student on public.refunds (user_id, at);
create index refunds_by_day on public.refunds (refunded_on);
