-- needs: identity search

create policy "admins see campaigns" on public.campaigns
  for select to authenticated using ((select private.is_admin()));
create policy "admins see who was written to" on public.campaign_recipients
  for select to authenticated using ((select private.is_admin()));
create policy "the secret key reads campaigns" on public.campaigns
  for select to service_role using (true);
create policy "the secret key reads who was written to" on public.campaign_recipients
  for select to service_role using (true);

-- Nobody writes but the functions here and those of the sender (campaign-sending.sql): what was sent, and to whom,
-- has to be provable afterwards.
grant select on public.campaigns, public.campaign_recipients to authenticated, service_role;

-- Who gets a mail to the holders of a plan, or of any where all three are null: each address once, however it is
-- written. A profile's address is typed freely; whoever signs in with it has proved that it is his. So it goes to him
-- before any who have written it too, and his no holds for them, also where he has no such plan himself. Of others who
-- share one it is his who wants the mail, then his who has had the plan for longer. Only ASCII is folded: to Unicode
-- the Kelvin sign is a k as well, and the addresses are two.
create function private.audience(level text, exam text, name text)
returns table (user_id uuid, full_name text, email text, wants_email boolean)
language sql stable set search_path = ''
as $$
  select distinct on (lower(profiles.email collate "C"))
    profiles.id, profiles.first_name || ' ' || profiles.last_name, profiles.email,
    (profiles.notify_email and owner.notify_email) is not false
  from public.user_plans
  join public.profiles on profiles.id = user_plans.user_id
  left join (auth.users join public.profiles as owner on owner.id = users.id)
    on users.email = lower(profiles.email collate "C")
  where active and expires_at > now() and profiles.email is not null
    and (
      num_nulls(audience.level, audience.exam, audience.name) = 3
      or (plan_level, plan_exam, plan_name) = (audience.level, audience.exam, audience.name)
    )
  order by lower(profiles.email collate "C"), profiles.id = owner.id desc, profiles.notify_email is not false desc,
    assigned_at, profiles.id;
$$;

-- A definer, like all that follow, because nobody else reads every student or writes a campaign.
create function public.count_audience(level text default null, exam text default null, name text default null)
returns table (will_get integer, turned_off integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select count(*) filter (where wants_email)::integer, count(*) filter (where not wants_email)::integer
    from private.audience(level, exam, name);
end
$$;

-- For the server, in the name of the admin whose claims it set. The same request again, also at the same instant,
-- finds the campaign that it made. attachments: [{filename, contentType, content}], content in base64.
create function private.create_campaign(
  request_id uuid, level text, exam text, name text, subject text, body text, attachments jsonb
) returns table (campaign_id uuid, recipients integer, turned_off integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  campaign public.campaigns;
begin
  perform private.require_admin();

  insert into public.campaigns (request_id, created_by, plan_level, plan_exam, plan_name, subject, body)
  values (
    create_campaign.request_id, auth.uid(), create_campaign.level, create_campaign.exam, create_campaign.name,
    create_campaign.subject, create_campaign.body
  )
  on conflict (request_id) do nothing returning * into campaign;

  if found then
    insert into public.campaign_recipients (campaign_id, user_id, name, email, state, reason, finished_at)
    select campaign.id, user_id, full_name, email,
      case when wants_email then 'queued' else 'skipped' end,
      case when not wants_email then 'Turned off e-mail' end,
      case when not wants_email then now() end
    from private.audience(create_campaign.level, create_campaign.exam, create_campaign.name);

    insert into private.campaign_attachments (campaign_id, position, filename, content_type, content)
    select campaign.id, position, file ->> 'filename', file ->> 'contentType', decode(file ->> 'content', 'base64')
    from jsonb_array_elements(create_campaign.attachments) with ordinality as attachment (file, position);

    perform pg_notify('campaigns', '');
  else
    select * into campaign from public.campaigns where request_id = create_campaign.request_id;
    if (
      campaign.created_by, campaign.plan_level, campaign.plan_exam, campaign.plan_name, campaign.subject, campaign.body
    ) is distinct from (
      auth.uid(), create_campaign.level, create_campaign.exam, create_campaign.name,
      create_campaign.subject, create_campaign.body
    ) then
      raise exception 'This request has made another campaign.' using errcode = 'P0001';
    end if;
  end if;

  -- As it was then, whatever has become of them since.
  select campaign.id,
    count(*) filter (where finished_at is distinct from campaign.created_at)::integer,
    count(*) filter (where finished_at = campaign.created_at)::integer
  into create_campaign.campaign_id, create_campaign.recipients, create_campaign.turned_off
  from public.campaign_recipients where campaign_id = campaign.id;
  if recipients = 0 then
    raise exception 'No users found for the selected plan.' using errcode = 'P0001';
  end if;
  return next;
end
$$;

grant execute on function private.create_campaign(uuid, text, text, text, text, text, jsonb) to maarga_server;

-- With a campaign's id that one alone: a page of its own need not know how far down it stands.
create function public.list_campaigns(
  page integer default 1, page_size integer default 10, campaign uuid default null
) returns table (
  id uuid,
  created_at timestamptz,
  created_by_email text,
  plan_level text,
  plan_exam text,
  plan_name text,
  subject text,
  body text,
  state text,
  paused_by text,
  finished_at timestamptz,
  queued integer,
  sent integer,
  failed integer,
  skipped integer,
  total bigint
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  page_rows constant integer := least(greatest(page_size, 1), 100);
begin
  perform private.require_admin();
  return query
    select
      id, created_at, (select email from auth.users where users.id = created_by), plan_level, plan_exam, plan_name,
      subject, body, state, paused_by, finished_at, counts.*, (select count(*) from public.campaigns)
    from (
      select * from public.campaigns where campaign is null or id = campaign
      order by created_at desc, id desc
      limit page_rows offset (greatest(page, 1) - 1)::bigint * page_rows
    ) as campaigns
    cross join lateral (
      select
        count(*) filter (where state in ('queued', 'sending'))::integer,
        count(*) filter (where state = 'sent')::integer,
        count(*) filter (where state = 'failed')::integer,
        count(*) filter (where state = 'skipped')::integer
      from public.campaign_recipients where campaign_id = campaigns.id
    ) as counts
    order by created_at desc, id desc;
end
$$;

-- state is all, queued, sent, failed or skipped. Up to a thousand rows a page: the CSV is made of such pages.
create function public.list_campaign_recipients(
  campaign uuid,
  state text default 'all',
  search text default '',
  page integer default 1,
  page_size integer default 10
) returns table (
  id uuid, name text, email text, state text, reason text, attempts integer, finished_at timestamptz, total bigint
)
language sql stable security definer set search_path = ''
as $$
  select private.require_admin();

  with found as not materialized (
    select id, name, email, shown.state, reason, attempts, finished_at
    from public.campaign_recipients
    cross join lateral (select case state when 'sending' then 'queued' else state end) as shown (state)
    where campaign_id = campaign
      and list_campaign_recipients.state in ('all', shown.state)
      -- No search at all is not compared with everybody.
      and (btrim(search) = '' or name || E'\n' || email ilike private.search_pattern(search))
  )
  select *, (select count(*) from found) from found
  order by lower(email collate "C")
  limit least(greatest(page_size, 1), 1000)
  offset (greatest(page, 1) - 1)::bigint * least(greatest(page_size, 1), 1000);
$$;

-- What an admin may do with a campaign, and what it is at this moment: until this transaction ends nobody changes it.
create function private.take_campaign(campaign uuid) returns public.campaigns
language plpgsql security definer set search_path = ''
as $$
declare
  taken public.campaigns;
begin
  perform private.require_admin();
  select * into taken from public.campaigns where id = campaign for update;
  if not found then
    raise exception 'There is no such campaign.' using errcode = 'P0001';
  end if;
  return taken;
end
$$;

create function private.take_unfinished_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if (private.take_campaign(campaign)).state in ('stopped', 'done') then
    raise exception 'This campaign is over.' using errcode = 'P0001';
  end if;
end
$$;

-- One that failures have paused stays theirs: an admin has nothing to add.
create function public.pause_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_unfinished_campaign(campaign);
  update public.campaigns set state = 'paused', paused_by = 'admin' where id = campaign and state = 'sending';
end
$$;

create function public.resume_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_unfinished_campaign(campaign);
  update public.campaigns set state = 'sending', paused_by = null where id = campaign and state = 'paused';
  perform pg_notify('campaigns', '');
end
$$;

-- Leaves out whoever still waits in a campaign that was stopped; answers how many that were. A hundred thousand take
-- longer than a statement may, so it ends after a while, and a job calls it again.
create function private.skip_stopped() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  skipped integer := 0;
  batch integer;
begin
  loop
    update public.campaign_recipients set state = 'skipped', reason = 'Stopped by an admin', finished_at = now()
    where id = any (array(
      select r.id from public.campaigns
      join public.campaign_recipients r on r.campaign_id = campaigns.id and r.state = 'queued'
      where campaigns.state = 'stopped' limit 2000 for update of r skip locked
    ));
    get diagnostics batch = row_count;
    skipped := skipped + batch;
    exit when batch = 0 or clock_timestamp() > statement_timestamp() + interval '0.5 seconds';
  end loop;
  return skipped;
end
$$;

grant execute on function private.skip_stopped() to maarga_server;

-- Those that are being handed to the mail server right now can no longer be held back. Who waits gets nothing from now
-- on; with very many it takes a little until each of them is marked so.
create function public.stop_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  state constant text := (private.take_campaign(campaign)).state;
begin
  if state = 'done' then
    raise exception 'This campaign is over.' using errcode = 'P0001';
  elsif state <> 'stopped' then
    update public.campaigns set state = 'stopped', paused_by = null, finished_at = now() where id = campaign;
  end if;
  perform private.skip_stopped();
end
$$;

create function public.retry_failed(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  state constant text := (private.take_campaign(campaign)).state;
begin
  if state = 'sending' then
    raise exception 'This campaign is still being sent.' using errcode = 'P0001';
  end if;
  -- Whoever a stop has left waiting would be sent the mail after all.
  perform private.skip_stopped();
  if state = 'stopped' and exists (
    select from public.campaign_recipients r where campaign_id = campaign and r.state = 'queued'
  ) then
    raise exception 'This campaign is still being stopped. Please try again in a minute.' using errcode = 'P0001';
  end if;
  update public.campaign_recipients
  set state = 'queued', reason = null, attempts = 0, due_at = now(), finished_at = null
  where campaign_id = campaign and campaign_recipients.state = 'failed';
  if not found then
    raise exception 'There is nobody to try again.' using errcode = 'P0001';
  end if;
  update public.campaigns set state = 'sending', paused_by = null, finished_at = null where id = campaign;
  perform pg_notify('campaigns', '');
end
$$;

grant execute on function
  public.count_audience(text, text, text),
  public.list_campaigns(integer, integer, uuid),
  public.list_campaign_recipients(uuid, text, text, integer, integer),
  public.pause_campaign(uuid), public.resume_campaign(uuid), public.stop_campaign(uuid), public.retry_failed(uuid)
  to authenticated, service_role;
