-- Addresses whose mails came back (docs/decisions/0107-bounces.md). Only those of accounts and of sign-ups have a row; it goes
-- as soon as somebody answers a mail to the address.
create table private.bounced_addresses (
  email text primary key,
  -- Only bounces that show that the address cannot be reached.
  bounces integer not null check (bounces > 0),
  -- Of the last one: its status (RFC 3463) and what the mail server said about it.
  status text not null check (status ~ '^5\.\d{1,3}\.\d{1,3}$'),
  words text not null check (length(words) <= 300),
  last_at timestamptz not null default now(),
  -- Null until there were enough of them.
  bad_since timestamptz
);
alter table private.bounced_addresses enable row level security;
create index bad_addresses on private.bounced_addresses (bad_since) where bad_since is not null;

-- Each mail counts once, whether a report arrives twice or in two ways.
create table private.counted_bounces (
  mail text primary key check (length(mail) <= 300),
  at timestamptz not null default now()
);
alter table private.counted_bounces enable row level security;
create index counted_bounces_by_age on private.counted_bounces (at);

alter table private.student_facts add column has_bad_address boolean not null default false;
create index student_facts_with_a_bad_address on private.student_facts (joined_at, id) where has_bad_address;
alter type private.student_filter add attribute has_bad_address boolean;

-- Copied from BOUNCES_UNTIL_BAD.
alter table private.settings add column bounces_until_bad integer not null default 2;
