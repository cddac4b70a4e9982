-- needs: identity

create policy "admins see campaigns" on public.campaigns
  for select to authenticated using ((select private.is_admin()));
create policy "admins see recipients" on public.campaign_recipients
  for select to authenticated using ((select private.is_admin()));
create policy "the secret key reads campaigns" on public.campaigns
  for select to service_role using (true);
create policy "the secret key reads recipients" on public.campaign_recipients
  for select to service_role using (true);

-- Only the functions here, in campaign-actions.sql and in campaign-sending.sql write these tables: the rows prove who
-- was mailed.
grant select on public.campaigns, public.campaign_recipients to authenticated, service_role;

-- The recipients of a mail to the holders of a plan, or of any plan if all three are null. A profile has the proved
-- address of its account (profiles.sql) and a student has at most one active plan, so each address appears once.
create function private.audience(level text, exam text, name text)
returns table (user_id uuid, full_name text, email text, wants_email boolean)
language sql stable set search_path = ''
as $$
  select profiles.id, profiles.first_name || ' ' || profiles.last_name, profiles.email,
    profiles.notify_email is not false
  from public.user_plans
  join public.profiles on profiles.id = user_plans.user_id
  where active and expires_at > now() and profiles.email is not null
    and (
      num_nulls(audience.level, audience.exam, audience.name) = 3
      or (plan_level, plan_exam, plan_name) = (audience.level, audience.exam, audience.name)
    );
$$;

-- A definer, like the functions below, because callers may not read all students or write campaigns.
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
comment on function public.count_audience is 'For admins only.';

-- Called by the server on behalf of the admin whose claims it set. A repeated request, even a concurrent one, returns
-- the campaign that the first one created. attachments: [{filename, contentType, content}], content in base64.
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
      raise exception 'This request has already created another campaign.' using errcode = 'P0001';
    end if;
  end if;

  -- The numbers at creation, whatever the recipients' states are now.
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

grant execute on function public.count_audience(text, text, text) to authenticated, service_role;
