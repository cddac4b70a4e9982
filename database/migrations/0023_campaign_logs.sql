-- The results of a campaign that were final by logged_until are already in its logs (bucket "logs").
create table private.campaign_logs (
  campaign_id uuid primary key references public.campaigns (id) on delete cascade,
  logged_until timestamptz not null
);
alter table private.campaign_logs enable row level security;
