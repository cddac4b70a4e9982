-- Which results of a campaign are in its logs (bucket "logs") already: those that were final at that instant.
create table private.campaign_logs (
  campaign_id uuid primary key references public.campaigns (id) on delete cascade,
  logged_until timestamptz not null
);
alter table private.campaign_logs enable row level security;
