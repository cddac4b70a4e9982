-- Security events: their retention, the counts of a flood, and the admins' search. Profiles: the proved address, and a
-- phone number that several students share.

-- The least age stands here as well, so that no setting can empty the table.
alter table private.settings add column security_log interval not null default '400 days'
  check (security_log >= interval '30 days');

-- The failures of one minute, by account and network. During a flood only the first ones become security events; the
-- others are counted here, and a job adds them as one event (database/rules/security-events.sql).
create table private.security_event_counts (
  minute timestamptz not null,
  kind text not null,
  user_id uuid,
  -- Null for the row that counts all networks.
  network text check (length(network) <= 64),
  events integer not null,
  constraint security_event_counts_are_per_network unique nulls not distinct (minute, kind, user_id, network)
);
alter table private.security_event_counts enable row level security;

-- The number of events of each kind since the installation, for the metrics, is the sum of its rows. Each event inserts
-- a row, because updating a single row would make all sign-ins wait for each other.
create table private.security_event_totals (
  kind text not null,
  events bigint not null
);
alter table private.security_event_totals enable row level security;
insert into private.security_event_totals select kind, count(*) from public.security_events group by kind;

-- list_security_events searches exactly this expression. The line breaks prevent a match that spans two columns. Every
-- search reads the pending list of the index, so the list has to stay short.
create index security_events_by_search on public.security_events using gin (
  (coalesce(email, '') || E'\n' || coalesce(user_id::text, '') || E'\n' || coalesce(address, '') || E'\n' || coalesce(device, '') || E'\n' || details::text)
  extensions.gin_trgm_ops
) with (gin_pending_list_limit = 256);

comment on column public.profiles.email is 'kept by triggers: the confirmed address of the account';

-- From now on the address of a profile follows the account (database/rules/profiles.sql). The triggers that keep the
-- list of students current do not exist during a migration.
with changed as (
  update public.profiles set email = account.proved
  from (select id, case when email_confirmed_at is not null then email end as proved from auth.users) as account
  where account.id = profiles.id and profiles.email is distinct from account.proved
  returning profiles.*
), searched as (
  select id, email, lower(concat_ws(
    E'\n', coalesce(email, ''), first_name || ' ' || last_name, phone, regexp_replace(phone, '\D', '', 'g')
  )) as text
  from changed
), spelled as (
  select *, string_to_array(text, null) as letters from searched
)
update private.student_list as listed
set email = spelled.email, search_text = spelled.text, letters = array(
  select (ascii(letter) % 32768)::smallint from unnest(spelled.letters) as letter
  union
  select (coalesce(ascii(first) * 181 + ascii(second), ascii(first)) % 32768)::smallint
  from unnest(spelled.letters, spelled.letters[2:]) as pair (first, second)
  order by 1
)
from spelled where spelled.id = listed.id;

-- find_students_with_phone (database/rules/students.sql) looks up exactly this expression: the digits without the
-- country code or the leading zero.
create index profiles_by_phone on public.profiles (
  (regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(0091|091|91|0)(?=\d{10}$)', ''))
);
