-- needs: identity

create policy "admins see campaigns" on public.campaigns
  for select to authenticated using ((select private.is_admin()));
create policy "admins see who was written to" on public.campaign_recipients
  for select to authenticated using ((select private.is_admin()));
create policy "the secret key reads campaigns" on public.campaigns
  for select to service_role using (true);
create policy "the secret key reads who was written to" on public.campaign_recipients
  for select to service_role using (true);

-- Nobody writes but the functions here, in campaign-actions.sql and campaign-sending.sql: what was sent, and to whom,
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

grant execute on function public.count_audience(text, text, text) to authenticated, service_role;
