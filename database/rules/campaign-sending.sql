-- needs: campaigns
-- Functions for the sender of campaigns (server/campaigns). Definers, so that the server's own login can change
-- recipients only through them.

-- Tells whether no campaign mail may be sent now. The quiet time may span midnight.
create function private.is_quiet_time() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(case
    when mail_quiet_from <= mail_quiet_until then at >= mail_quiet_from and at < mail_quiet_until
    else at >= mail_quiet_from or at < mail_quiet_until
  end, false)
  from private.settings, (select (now() at time zone 'Asia/Kolkata')::time as at) as clock;
$$;

-- Claims recipients of the oldest campaign with due ones. The campaign's row is locked until the commit, so that no
-- claim follows a pause or stop that has been confirmed.
create function private.claim_recipients(max_count integer)
returns table (id uuid, campaign_id uuid, user_id uuid, name text, email text, attempts integer, merge jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  campaign uuid;
begin
  select campaigns.id into campaign
  from public.campaigns
  -- "exists" would be planned as a join with all due recipients; without the order, the whole table would be read.
  where campaigns.state = 'sending' and (send_at is null or send_at <= now())
    and not private.waits_for_approval(campaigns) and not (select private.is_quiet_time())
    and (
    select r.due_at from public.campaign_recipients r
    where r.campaign_id = campaigns.id and r.state = 'queued' order by r.due_at limit 1
  ) <= now()
  order by campaigns.created_at limit 1
  for share;

  return query
    with due as (
      select r.id, case
        when r.user_id is null then 'The account is gone'
        -- Students may have turned e-mail off since the campaign was created. As in the audience, the choice of the
        -- account that signs in with the address counts too. ("default" is the collation of the index.)
        when profiles.notify_email is false or (
          select owner.notify_email from auth.users join public.profiles as owner on owner.id = users.id
          where users.email = lower(r.email collate "C") collate "default"
        ) is false then 'Turned off e-mail'
        when private.is_bad_address(r.email) then 'Bad address'
      end as skip_reason
      from public.campaign_recipients r left join public.profiles on profiles.id = r.user_id
      where r.campaign_id = campaign and r.state = 'queued' and r.due_at <= now()
      order by r.due_at limit max_count
      for update of r skip locked
    ), claimed as (
      update public.campaign_recipients r set
        state = case when due.skip_reason is null then 'sending' else 'skipped' end,
        reason = coalesce(due.skip_reason, r.reason),
        finished_at = case when due.skip_reason is not null then now() end
      from due where r.id = due.id
      returning r.*
    )
    select claimed.id, claimed.campaign_id, claimed.user_id, claimed.name, claimed.email, claimed.attempts, private.merge_values(claimed.user_id)
    from claimed where claimed.state = 'sending';
end
$$;

-- A mail that was sent stays sent, whatever state was recorded meanwhile.
create function private.record_sent(recipient uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.campaign_recipients
  set state = 'sent', reason = null, attempts = attempts + 1, finished_at = now()
  where id = recipient and state <> 'sent';
$$;

create function private.record_failed(recipient uuid, failure text) returns void
language sql security definer set search_path = ''
as $$
  update public.campaign_recipients
  set state = 'failed', reason = failure, attempts = attempts + 1, finished_at = now()
  where id = recipient and state = 'sending';
$$;

-- Requeues recipients without a result, or skips them if their campaign was stopped. The campaign is locked, so that a
-- stop either comes before this or finds the recipients in the queue.
create function private.requeue_recipients(
  recipients uuid[], failure text, counts_as_attempt boolean, pause interval
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.campaigns
  where id in (select campaign_id from public.campaign_recipients where id = any (recipients))
  for share;
  update public.campaign_recipients r set
    state = case when campaigns.state = 'stopped' then 'skipped' else 'queued' end,
    reason = case when campaigns.state = 'stopped' then 'Stopped by an admin' else coalesce(failure, reason) end,
    finished_at = case when campaigns.state = 'stopped' then now() end,
    attempts = attempts + counts_as_attempt::int,
    due_at = now() + pause
  from public.campaigns
  where campaigns.id = r.campaign_id and r.id = any (recipients) and r.state = 'sending';
end
$$;

-- Called by a sender that takes over from one that died. The mails in progress may have been sent or not.
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
  -- Locked before their recipients are read: an update that had to wait would see old recipient states.
  locked constant uuid[] := array(
    select id from public.campaigns where state = 'sending' for no key update skip locked
  );
begin
  update public.campaigns set state = 'done', finished_at = now()
  where id = any (locked)
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

-- Ended campaigns with results that are not in a log yet. The instant is text, because JavaScript dates are less
-- precise.
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

-- Mails in the queue, for the metrics. Includes those of paused campaigns.
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
