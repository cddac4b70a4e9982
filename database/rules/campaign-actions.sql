-- needs: identity campaigns

-- Locks the campaign until the transaction ends, so that its state cannot change.
create function private.lock_campaign(campaign uuid) returns public.campaigns
language plpgsql security definer set search_path = ''
as $$
declare
  locked public.campaigns;
begin
  perform private.require_admin();
  select * into locked from public.campaigns where id = campaign for update;
  if not found then
    raise exception 'There is no such campaign.' using errcode = 'P0001';
  end if;
  return locked;
end
$$;

create function private.lock_unfinished_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if (private.lock_campaign(campaign)).state in ('stopped', 'done') then
    raise exception 'This campaign has ended.' using errcode = 'P0001';
  end if;
end
$$;

-- A campaign paused because of failures keeps that reason.
create function public.pause_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_unfinished_campaign(campaign);
  update public.campaigns set state = 'paused', paused_by = 'admin' where id = campaign and state = 'sending';
end
$$;
comment on function public.pause_campaign is 'For admins only.';

create function public.resume_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_unfinished_campaign(campaign);
  update public.campaigns set state = 'sending', paused_by = null where id = campaign and state = 'paused';
  perform pg_notify('campaigns', '');
end
$$;
comment on function public.resume_campaign is 'For admins only.';

-- Skips queued recipients of stopped campaigns and returns their number. Skipping a hundred thousand would exceed the
-- statement timeout, so it stops after half a second, and a job calls it again.
create function private.skip_stopped_recipients() returns integer
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

grant execute on function private.skip_stopped_recipients() to maarga_server;

-- Mails that are being handed to the mail server cannot be stopped any more. Queued recipients get nothing from now on,
-- although marking very many of them takes a while.
create function public.stop_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  state constant text := (private.lock_campaign(campaign)).state;
begin
  if state = 'done' then
    raise exception 'This campaign has ended.' using errcode = 'P0001';
  elsif state <> 'stopped' then
    update public.campaigns set state = 'stopped', paused_by = null, finished_at = now() where id = campaign;
  end if;
  perform private.skip_stopped_recipients();
end
$$;
comment on function public.stop_campaign is 'For admins only.';

create function public.retry_failed(campaign uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  state constant text := (private.lock_campaign(campaign)).state;
begin
  if state = 'sending' then
    raise exception 'This campaign is still being sent.' using errcode = 'P0001';
  elsif state = 'paused' then
    -- A retry would resume the campaign, and so also mail all queued recipients.
    raise exception 'This campaign is paused: resume or stop it first.' using errcode = 'P0001';
  end if;
  -- Otherwise the retry would also mail recipients that were queued when the campaign was stopped.
  perform private.skip_stopped_recipients();
  if state = 'stopped' and exists (
    select from public.campaign_recipients r where campaign_id = campaign and r.state = 'queued'
  ) then
    raise exception 'This campaign is still being stopped. Please try again in a minute.' using errcode = 'P0001';
  end if;
  update public.campaign_recipients
  set state = 'queued', reason = null, attempts = 0, due_at = now(), finished_at = null
  where campaign_id = campaign and campaign_recipients.state = 'failed';
  if not found then
    raise exception 'No failed recipients are left to retry.' using errcode = 'P0001';
  end if;
  update public.campaigns set state = 'sending', paused_by = null, finished_at = null where id = campaign;
  perform pg_notify('campaigns', '');
end
$$;
comment on function public.retry_failed is 'For admins only.';

-- Approves a campaign. Only an admin who did not write it may do this. content is the hash of the content that they
-- have seen (list_campaigns).
create function public.approve_campaign(campaign uuid, content text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  locked constant public.campaigns := private.lock_campaign(campaign);
begin
  if not private.waits_for_approval(locked) then
    raise exception 'This campaign waits for no approval.' using errcode = 'P0001';
  elsif locked.created_by is not distinct from auth.uid() then
    raise exception 'Another admin has to approve it.' using errcode = 'P0001';
  elsif content is distinct from private.campaign_content_hash(locked) then
    raise exception 'This campaign has changed since you opened it. Please look again.' using errcode = 'P0001';
  end if;
  update public.campaigns set approved_by = auth.uid(), approved_at = now(), approved_content = content where id = campaign;
  perform private.record_action('campaign approved', campaign, locked.subject);
  perform pg_notify('campaigns', '');
end
$$;
comment on function public.approve_campaign is 'For admins only.';

-- Returns the rules that the form shows: above how many recipients in a day a second admin approves in place of the
-- super-admin password, how many the caller has mailed already, and between which times nothing is sent.
create function public.mail_rules() returns table (
  approval_above integer, unapproved_recipients bigint, quiet_from time, quiet_until time
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select mail_approval_above, private.unapproved_recipients(auth.uid()), mail_quiet_from, mail_quiet_until from private.settings;
end
$$;
comment on function public.mail_rules is 'For admins only.';

grant execute on function
  public.approve_campaign(uuid, text), public.mail_rules(), public.pause_campaign(uuid), public.resume_campaign(uuid), public.stop_campaign(uuid), public.retry_failed(uuid)
  to authenticated, service_role;

-- The campaigns of a former admin wait until another admin resumes or stops them: a stolen session could have scheduled
-- them.
create function private.pause_campaigns_of_former_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.campaigns set state = 'paused', paused_by = 'admin'
    where created_by = old.user_id and state = 'sending';
  return null;
end
$$;

create trigger pause_campaigns after delete on private.admins
  for each row execute function private.pause_campaigns_of_former_admin();
