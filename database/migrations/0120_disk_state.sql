-- The space on the disks of the servers, for the page of today: each writes its row every few minutes.
create table private.disk_states (
  host text primary key,
  free_bytes bigint not null,
  total_bytes bigint not null,
  measured_at timestamptz not null default now()
);
alter table private.disk_states enable row level security;

-- Today's page looks for failed mails of the last days.
create index campaign_recipients_failed on public.campaign_recipients (finished_at) where state = 'failed';
