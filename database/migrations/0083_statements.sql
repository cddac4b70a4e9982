-- Bank statements: the transfers that have arrived, and the orders that they pay.

create table public.statements (
  id uuid primary key default gen_random_uuid(),
  file_name text not null check (length(file_name) <= 255),
  -- The same file again is the same statement.
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  layout text not null check (length(layout) <= 100),
  account text not null default '' check (length(account) <= 100),
  lines integer not null default 0,
  finished_at timestamptz,
  added_at timestamptz not null default now(),
  added_by text not null
);
alter table public.statements enable row level security;
create index statements_by_age on public.statements (added_at);

create table public.statement_lines (
  id bigint primary key generated always as identity,
  statement_id uuid not null references public.statements (id),
  line_number integer not null,
  day date not null,
  -- Money that leaves the account is negative, and needs no order.
  amount_paise bigint not null check (amount_paise <> 0),
  utr text check (utr ~ '^[0-9]{12}$'),
  -- The number of an order, if the narration has one.
  reference text,
  narration text not null check (length(narration) <= 1000),
  payer text check (length(payer) <= 200),
  balance_paise bigint,
  -- Identifies the transfer in other statements, which may cover the same days.
  fingerprint text not null unique,
  state text not null default 'open' check (state in (
    'open', 'certain', 'suggested', 'chosen', 'confirmed', 'explained', 'debit'
  )),
  order_id uuid references public.orders (id),
  how text check (how in ('utr', 'reference', 'guess', 'hand')),
  explanation text check (length(explanation) <= 500),
  settled_at timestamptz,
  settled_by text,

  constraint statement_lines_are_read_once unique (statement_id, line_number),
  constraint debits_pay_no_order check ((state = 'debit') = (amount_paise < 0)),
  constraint matched_lines_have_an_order check (
    (order_id is not null) = (state in ('certain', 'suggested', 'chosen', 'confirmed')) and (order_id is null) = (how is null)
  ),
  constraint explained_lines_say_why check ((state = 'explained') = (explanation is not null))
);
alter table public.statement_lines enable row level security;
create index statement_lines_of_an_order on public.statement_lines (order_id);
-- An order has one payment, and so at most one line.
create unique index one_line_an_order on public.statement_lines (order_id)
  where state in ('certain', 'suggested', 'chosen');
create index unexplained_lines on public.statement_lines (day, id)
  where state in ('open', 'certain', 'suggested', 'chosen');
create index statement_lines_by_utr on public.statement_lines (utr) where utr is not null;
create index statement_lines_by_day on public.statement_lines (day);

-- The columns that an admin chose for headings that no layout has.
create table public.statement_layouts (
  headings text primary key check (length(headings) <= 4000),
  columns jsonb not null,
  saved_at timestamptz not null default now()
);
alter table public.statement_layouts enable row level security;

-- A line is one payment, and a payment has one line.
alter table public.payments
  add column statement_line_id bigint unique references public.statement_lines (id),
  add constraint lines_belong_to_what_counts check (statement_line_id is null or state = 'counted');
