-- What the sender of campaigns (server/campaigns) does with its recipients. Definers, so that the server's own login,
-- like everybody else's, can change a recipient in these ways and no other.

-- Up to so many recipients of the oldest campaign that has some due, from now on in hand. The campaign's row is held
-- against changes to the commit: a pause or a stop that was answered is never followed by a claim.
create function private.claim_recipients(most integer)
returns table (id uuid, campaign_id uuid, user_id uuid, name text, email text, attempts integer)
language plpgsql security definer set search_path = ''
as $$
declare
  campaign uuid;
begin
  select campaigns.id into campaign
  from public.campaigns
  -- "exists" would be planned as a join with all that are due, and without the order as a search through the table.
  where campaigns.state = 'sending' and (
    select r.due_at from public.campaign_recipients r
    where r.campaign_id = campaigns.id and r.state = 'queued' order by r.due_at limit 1
  ) <= now()
  order by campaigns.created_at limit 1
  for share;

  return query
    with due as (
      select r.id, case
        when r.user_id is null then 'The account is gone'
        -- Whoever turned e-mail off after the campaign was made does not want this one either; and as in the audience
        -- the no of him who signs in with the address holds. ("default": the collation of the index.)
        when profiles.notify_email is false or (
          select owner.notify_email from auth.users join public.profiles as owner on owner.id = users.id
          where users.email = lower(r.email collate "C") collate "default"
        ) is false then 'Turned off e-mail'
      end as skipped
      from public.campaign_recipients r left join public.profiles on profiles.id = r.user_id
      where r.campaign_id = campaign and r.state = 'queued' and r.due_at <= now()
      order by r.due_at limit most
      for update of r skip locked
    ), taken as (
      update public.campaign_recipients r set
        state = case when due.skipped is null then 'sending' else 'skipped' end,
        reason = coalesce(due.skipped, r.reason),
        finished_at = case when due.skipped is not null then now() end
      from due where r.id = due.id
      returning r.*
    )
    select taken.id, taken.campaign_id, taken.user_id, taken.name, taken.email, taken.attempts
    from taken where taken.state = 'sending';
end
$$;

-- What was sent was sent, whatever was written about it meanwhile.
create function private.record_sent(recipient uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.campaign_recipients
  set state = 'sent', reason = null, attempts = attempts + 1, finished_at = now()
  where id = recipient and state <> 'sent';
$$;

create function private.record_failed(recipient uuid, why text) returns void
language sql security definer set search_path = ''
as $$
  update public.campaign_recipients
  set state = 'failed', reason = why, attempts = attempts + 1, finished_at = now()
  where id = recipient and state = 'sending';
$$;

-- Where recipients go that are not in hand any more and have no result: back into the queue, unless there is none any
-- more. The campaign is held, so that a stop comes wholly before this or finds them in the queue.
create function private.requeue_recipients(recipients uuid[], why text, counts boolean, pause interval) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.campaigns
  where id in (select campaign_id from public.campaign_recipients where id = any (recipients))
  for share;
  update public.campaign_recipients r set
    state = case when campaigns.state = 'stopped' then 'skipped' else 'queued' end,
    reason = case when campaigns.state = 'stopped' then 'Stopped by an admin' else coalesce(why, reason) end,
    finished_at = case when campaigns.state = 'stopped' then now() end,
    attempts = attempts + counts::int,
    due_at = now() + pause
  from public.campaigns
  where campaigns.id = r.campaign_id and r.id = any (recipients) and r.state = 'sending';
end
$$;

-- For the one that takes over: what another had in hand when it died. Those mails may have arrived or not.
create function private.requeue_abandoned() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.requeue_recipients(
    array(select id from public.campaign_recipients where state = 'sending'), null, false, '0'
  );
end
$$;

create function private.pause_for_failures(campaign uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.campaigns set state = 'paused', paused_by = 'failures' where id = campaign and state = 'sending';
$$;

create function private.finish_campaigns() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- Held before anybody looks at its recipients: an update that had to wait would see them as they were before.
  held constant uuid[] := array(
    select id from public.campaigns where state = 'sending' for no key update skip locked
  );
begin
  update public.campaigns set state = 'done', finished_at = now()
  where id = any (held)
    and (
      select r.due_at from public.campaign_recipients r
      where r.campaign_id = campaigns.id and r.state = 'queued' order by r.due_at limit 1
    ) is null
    and not exists (
      select from public.campaign_recipients r where r.campaign_id = campaigns.id and r.state = 'sending'
    );
end
$$;

create function private.campaign_content(campaign uuid)
returns table (subject text, body text, attachments jsonb)
language sql stable security definer set search_path = ''
as $$
  select campaigns.subject, campaigns.body, coalesce(
    (select jsonb_agg(
        jsonb_build_object('filename', filename, 'contentType', content_type, 'content', encode(content, 'base64'))
        order by position)
      from private.campaign_attachments where campaign_id = campaign), '[]')
  from public.campaigns where campaigns.id = campaign;
$$;

-- Campaigns that ended and have results that are in no log. The instant goes as text: it is finer than JavaScript's.
create function private.campaigns_to_log() returns table (id uuid, subject text, until text)
language sql stable security definer set search_path = ''
as $$
  select campaigns.id, campaigns.subject, now()::text
  from public.campaigns left join private.campaign_logs on campaign_id = campaigns.id
  where state in ('done', 'stopped') and coalesce(logged_until < finished_at, true)
    and not exists (
      select from public.campaign_recipients r where r.campaign_id = campaigns.id and r.state = 'sending')
  order by finished_at;
$$;

create function private.results_to_log(campaign uuid, until timestamptz)
returns table (email text, state text, reason text, finished_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select r.email, r.state, r.reason, r.finished_at
  from public.campaign_recipients r left join private.campaign_logs using (campaign_id)
  where campaign_id = campaign and r.state in ('sent', 'failed')
    and r.finished_at <= until and r.finished_at > coalesce(logged_until, '-infinity')
  order by r.finished_at;
$$;

create function private.mark_logged(campaign uuid, until timestamptz) returns void
language sql security definer set search_path = ''
as $$
  insert into private.campaign_logs (campaign_id, logged_until) values (campaign, until)
  on conflict (campaign_id) do update set logged_until = excluded.logged_until;
$$;

-- For the metrics: how many mails wait, also those of paused campaigns.
create function private.campaign_backlog() returns table (queued integer, sending integer)
language sql stable security definer set search_path = ''
as $$
  select (select count(*)::integer from public.campaign_recipients where state = 'queued'),
    (select count(*)::integer from public.campaign_recipients where state = 'sending');
$$;

grant execute on function
  private.claim_recipients(integer),
  private.record_sent(uuid),
  private.record_failed(uuid, text),
  private.requeue_recipients(uuid[], text, boolean, interval),
  private.requeue_abandoned(),
  private.pause_for_failures(uuid),
  private.finish_campaigns(),
  private.campaign_content(uuid),
  private.campaigns_to_log(),
  private.results_to_log(uuid, timestamptz),
  private.mark_logged(uuid, timestamptz),
  private.campaign_backlog()
to maarga_server;
