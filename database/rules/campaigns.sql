-- needs: identity student-filter bounces

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

-- The accounts of an audience that is not a plan: one student, or those whom a filter matches. Strict: none without one.
create function private.audience_ids(audience jsonb) returns setof uuid
language plpgsql stable strict set search_path = ''
as $$
begin
  if not audience ? 'student' then
    return query select private.students_matching(audience);
  elsif audience - 'student' <> '{}' or not pg_input_is_valid(audience ->> 'student', 'uuid') then
    raise exception 'Unknown filter.' using errcode = 'P0001';
  else
    return next (audience ->> 'student')::uuid;
  end if;
end
$$;

-- Identifies what a campaign says, with its attachments. An approval counts for this content alone.
create function private.campaign_content_hash(campaign public.campaigns) returns text
language sql stable set search_path = ''
as $$
  select encode(sha256(convert_to(jsonb_build_array(campaign.subject, campaign.body, (
    select jsonb_agg(jsonb_build_array(filename, content_type, encode(sha256, 'hex')) order by position)
    from private.campaign_attachments where campaign_id = campaign.id
  ))::text, 'UTF8')), 'hex');
$$;

-- Inlined, because it has no search_path. The content of a campaign that nobody has approved is not read: thousands of
-- them must not slow the sender down.
create function private.waits_for_approval(campaign public.campaigns) returns boolean
language sql stable
return campaign.needs_approval and campaign.state not in ('stopped', 'done')
  and (campaign.approved_content is null or campaign.approved_content <> private.campaign_content_hash(campaign));

-- Counts the recipients that an admin has mailed in a day, or is about to mail, without a second admin. Many small
-- campaigns count like a large one.
create function private.unapproved_recipients(author uuid) returns bigint
language sql stable set search_path = ''
as $$
  select count(*)
  from public.campaigns join public.campaign_recipients as recipient on campaign_id = campaigns.id
  where created_by = author and not needs_approval and created_at > now() - interval '24 hours'
    and recipient.state <> 'skipped';
$$;

-- The recipients of a mail, and the reason why others are left out. The plan selects its holders, those of all plans of
-- an exam if the name is null, or those of any plan if all three are null; an audience replaces the plan. A profile has
-- the proved address of its account (profiles.sql) and a student has at most one active plan, so each address appears
-- once.
create function private.audience(level text, exam text, name text, audience jsonb default null)
returns table (user_id uuid, full_name text, email text, left_out text)
language sql stable set search_path = ''
as $$
  select profiles.id, profiles.first_name || ' ' || profiles.last_name, profiles.email,
    case
      when profiles.notify_email is false then 'Turned off e-mail'
      when private.is_bad_address(profiles.email) then 'Bad address'
    end
  from public.user_plans
  join public.profiles on profiles.id = user_plans.user_id
  where audience.audience is null and active and expires_at > now() and profiles.email is not null
    and (audience.level is null or (plan_level, plan_exam) = (audience.level, audience.exam))
    and (audience.name is null or plan_name = audience.name)
  union all
  select users.id, coalesce(profiles.first_name || ' ' || profiles.last_name, users.email), users.email,
    case
      when profiles.id is null then 'No profile yet'
      when profiles.notify_email is false then 'Turned off e-mail'
      when private.is_bad_address(users.email) then 'Bad address'
    end
  from private.audience_ids(audience.audience) as matching (id)
  join auth.users on users.id = matching.id
  left join public.profiles on profiles.id = users.id;
$$;

-- A definer, like the functions below, because callers may not read all students or write campaigns.
create function public.count_audience(
  level text default null, exam text default null, name text default null, audience jsonb default null
) returns table (will_get integer, turned_off integer, no_profile integer, bad_address integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select count(*) filter (where left_out is null)::integer,
      count(*) filter (where left_out = 'Turned off e-mail')::integer,
      count(*) filter (where left_out = 'No profile yet')::integer,
      count(*) filter (where left_out = 'Bad address')::integer
    from private.audience(level, exam, name, audience);
end
$$;
comment on function public.count_audience is 'For admins only.';

-- The first recipients for a preview. The longest names come first, because they break a layout.
create function public.preview_recipients(
  level text default null, exam text default null, name text default null, audience jsonb default null
) returns table (user_id uuid, full_name text, email text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select recipient.user_id, recipient.full_name, recipient.email
    from private.audience(level, exam, name, audience) as recipient
    where left_out is null
    order by length(recipient.full_name) desc, recipient.full_name, recipient.user_id limit 50;
end
$$;
comment on function public.preview_recipients is 'For admins only.';

-- Returns the values of a mail's fields for a student (domain/merge-fields.ts): for the sender, and for the preview of an
-- admin, whose right the server checks.
create function private.merge_values(student uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'first_name', profiles.first_name,
    'plan_level', plan.plan_level, 'plan_exam', plan.plan_exam, 'plan_name', plan.plan_name,
    'plan_ends_at', plan.expires_at,
    'next_call', (select min(start_time) from public.slots where slots.user_id = profiles.id and start_time > now())
  )
  from public.profiles
  left join public.user_plans as plan on plan.user_id = profiles.id and plan.active and plan.expires_at > now()
  where profiles.id = student;
$$;

grant execute on function private.merge_values(uuid) to maarga_server;

-- Called by the server on behalf of the admin whose claims it set. A repeated request, even a concurrent one, returns
-- the campaign that the first one created. attachments: [{filename, contentType, content}], content in base64.
create function private.create_campaign(
  request_id uuid, level text, exam text, name text, subject text, body text, attachments jsonb,
  audience jsonb default null, send_at timestamptz default null
) returns table (campaign_id uuid, recipients integer, turned_off integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  campaign public.campaigns;
begin
  perform private.require_admin();
  -- An admin's campaigns are created one at a time, so that each counts the others.
  perform pg_advisory_xact_lock(hashtext('campaigns of an admin'), hashtext(auth.uid()::text));

  -- A repeated request may come after the time that the first one chose.
  if (create_campaign.send_at < now() or create_campaign.send_at >= now() + interval '60 days')
    and not exists (select from public.campaigns where campaigns.request_id = create_campaign.request_id)
  then
    raise exception 'Choose a time within the next 60 days.' using errcode = 'P0001';
  end if;
  insert into public.campaigns (request_id, created_by, plan_level, plan_exam, plan_name, subject, body, audience, send_at)
  values (
    create_campaign.request_id, auth.uid(), create_campaign.level, create_campaign.exam, create_campaign.name,
    create_campaign.subject, create_campaign.body, create_campaign.audience,
    create_campaign.send_at
  )
  on conflict (request_id) do nothing returning * into campaign;

  if found then
    -- Without the super-admin password, nothing else keeps a stolen session from filling the disk with attachments.
    if (
      select count(*) from public.campaigns where created_by = auth.uid() and created_at > now() - interval '24 hours'
    ) > 200 then
      raise exception 'You have started 200 mails within 24 hours. Please continue tomorrow.' using errcode = 'P0001';
    end if;
    insert into public.campaign_recipients (campaign_id, user_id, name, email, state, reason, finished_at)
    select campaign.id, case when left_out is distinct from 'No profile yet' then user_id end, full_name, email,
      case when left_out is null then 'queued' else 'skipped' end, left_out, case when left_out is not null then now() end
    from private.audience(
      create_campaign.level, create_campaign.exam, create_campaign.name, create_campaign.audience
    );

    insert into private.campaign_attachments (campaign_id, position, filename, content_type, content)
    select campaign.id, position, file ->> 'filename', file ->> 'contentType', decode(file ->> 'content', 'base64')
    from jsonb_array_elements(create_campaign.attachments) with ordinality as attachment (file, position);

    update public.campaigns set needs_approval = true
      from private.settings
      where campaigns.id = campaign.id and mail_approval_above > 0
        and mail_approval_above < private.unapproved_recipients(auth.uid());

    -- A revocation at the same moment either refuses this, or waits and pauses it.
    perform from private.admins where user_id = auth.uid() for key share;
    perform private.require_admin();
    perform pg_notify('campaigns', '');
  else
    select * into campaign from public.campaigns where request_id = create_campaign.request_id;
    if (
      campaign.created_by, campaign.plan_level, campaign.plan_exam, campaign.plan_name, campaign.subject, campaign.body,
      campaign.audience, campaign.send_at
    ) is distinct from (
      auth.uid(), create_campaign.level, create_campaign.exam, create_campaign.name,
      create_campaign.subject, create_campaign.body, create_campaign.audience, create_campaign.send_at
    ) then
      raise exception 'This request has already created another campaign.' using errcode = 'P0001';
    end if;
  end if;

  -- The numbers at creation, whatever the recipients' states are now.
  select campaign.id,
    count(*) filter (where finished_at is distinct from campaign.created_at)::integer,
    count(*) filter (where finished_at = campaign.created_at and reason = 'Turned off e-mail')::integer
  into create_campaign.campaign_id, create_campaign.recipients, create_campaign.turned_off
  from public.campaign_recipients where campaign_id = campaign.id;
  if recipients = 0 then
    raise exception 'No users found for the selected plan.' using errcode = 'P0001';
  end if;
  return next;
end
$$;

grant execute on function private.create_campaign(uuid, text, text, text, text, text, jsonb, jsonb, timestamptz)
  to maarga_server;

grant execute on function
  public.count_audience(text, text, text, jsonb), public.preview_recipients(text, text, text, jsonb)
  to authenticated, service_role;
