-- Mail to many. What is sent, and to whom, is fixed when a campaign is made; from then on only states change.
create table public.campaigns (
  id uuid primary key default gen_random_uuid(),
  -- The browser's own name for the wish: a second press of the button finds the first one's campaign.
  request_id uuid not null unique,
  created_at timestamptz not null default now(),
  created_by uuid references auth.users (id) on delete set null,
  -- All null: everybody with a plan.
  plan_level text,
  plan_exam text,
  plan_name text,
  subject text not null,
  body text not null,
  state text not null default 'sending',
  paused_by text,
  finished_at timestamptz,

  constraint campaigns_have_a_known_state check (state in ('sending', 'paused', 'stopped', 'done')),
  constraint campaigns_are_paused_by_someone check ((state = 'paused') = (paused_by is not null)),
  constraint campaigns_are_paused_by_admins_or_failures check (paused_by in ('admin', 'failures')),
  constraint campaigns_end_once check ((state in ('stopped', 'done')) = (finished_at is not null)),
  constraint campaigns_are_for_one_plan_or_all check (num_nulls(plan_level, plan_exam, plan_name) in (0, 3))
);
alter table public.campaigns enable row level security;
create index campaigns_latest_first on public.campaigns (created_at desc, id desc);
create index campaigns_under_way on public.campaigns (created_at) where state in ('sending', 'paused');
create index campaigns_by_admin on public.campaigns (created_by);

-- Read by the sender alone.
create table private.campaign_attachments (
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  position integer not null,
  filename text not null,
  content_type text not null,
  content bytea not null,
  primary key (campaign_id, position)
);
alter table private.campaign_attachments enable row level security;

create table public.campaign_recipients (
  -- Makes the Message-ID too: the same however often the mail has to be handed over.
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  name text not null,
  email text not null,
  state text not null default 'queued',
  -- Why it failed or was skipped; while queued, why the last try did not work.
  reason text,
  attempts integer not null default 0,
  -- Not tried before this.
  due_at timestamptz not null default now(),
  finished_at timestamptz,

  -- sending: handed to the mail server right now. The screens show it as queued.
  constraint campaign_recipients_have_a_known_state
    check (state in ('queued', 'sending', 'sent', 'failed', 'skipped')),
  constraint campaign_recipients_end_once
    check ((state in ('sent', 'failed', 'skipped')) = (finished_at is not null))
);
alter table public.campaign_recipients enable row level security;
create unique index campaign_recipients_once_each on public.campaign_recipients (campaign_id, lower(email collate "C"));
create index campaign_recipients_due on public.campaign_recipients (campaign_id, due_at) where state = 'queued';
create index campaign_recipients_in_hand on public.campaign_recipients (campaign_id) where state = 'sending';
create index campaign_recipients_of_user on public.campaign_recipients (user_id);
