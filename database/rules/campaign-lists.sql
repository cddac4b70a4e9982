-- needs: identity search campaigns

-- Returns only one campaign if its id is given, for the campaign's own page.
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
  audience jsonb,
  attachments jsonb,
  content text,
  send_at timestamptz,
  waits_for_approval boolean,
  is_own boolean,
  state text,
  paused_by text,
  finished_at timestamptz,
  queued integer,
  sent integer,
  failed integer,
  skipped integer,
  stopped integer,
  waits_for_server boolean,
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
      subject, body, audience, (
        select coalesce(
          jsonb_agg(jsonb_build_object('position', position, 'filename', filename, 'bytes', length(content)) order by position),
          '[]'
        )
        from private.campaign_attachments where campaign_id = campaigns.id
      ),
      case when private.waits_for_approval(campaigns) then private.campaign_content_hash(campaigns) end, send_at,
      private.waits_for_approval(campaigns), created_by is not distinct from auth.uid(), state, paused_by, finished_at, counts.*, (select count(*) from public.campaigns)
    from (
      select id from public.campaigns where campaign is null or id = campaign
      order by created_at desc, id desc
      limit page_rows offset (greatest(page, 1) - 1)::bigint * page_rows
    ) as listed
    join public.campaigns using (id)
    cross join lateral (
      select
        count(*) filter (where state in ('queued', 'sending'))::integer,
        count(*) filter (where state = 'sent')::integer,
        count(*) filter (where state = 'failed')::integer,
        count(*) filter (where state = 'skipped' and reason is distinct from 'Stopped by an admin')::integer,
        count(*) filter (where state = 'skipped' and reason = 'Stopped by an admin')::integer,
        -- Only a failure of the mail server requeues a recipient without counting the attempt. A later result shows
        -- that the server is available again.
        campaigns.state = 'sending' and coalesce(
          max(due_at) filter (where state in ('queued', 'sending') and attempts = 0 and reason is not null), '-infinity'
        ) > coalesce(max(finished_at) filter (where state in ('sent', 'failed')), '-infinity')
      from public.campaign_recipients where campaign_id = campaigns.id
    ) as counts
    order by created_at desc, id desc;
end
$$;
comment on function public.list_campaigns is 'For admins only.';

-- Returns an attachment to an admin who reads the campaign. Called by the server on behalf of the admin whose claims it set.
create function private.open_attachment(campaign uuid, place integer) returns table (content bytea)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select content from private.campaign_attachments where campaign_id = campaign and position = place;
end
$$;

grant execute on function private.open_attachment(uuid, integer) to maarga_server;

-- state is all, queued, sent, failed, skipped or stopped. A page has up to 1,000 rows, because the CSV export reads all
-- pages.
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
    cross join lateral (select case
      when state = 'sending' then 'queued'
      when state = 'skipped' and reason = 'Stopped by an admin' then 'stopped'
      else state
    end) as shown (state)
    where campaign_id = campaign
      and list_campaign_recipients.state in ('all', shown.state)
      -- An empty search skips the comparison.
      and (btrim(search) = '' or name || E'\n' || email ilike private.search_pattern(search))
  )
  select *, (select count(*) from found) from found
  order by lower(email collate "C")
  limit least(greatest(page_size, 1), 1000)
  offset (greatest(page, 1) - 1)::bigint * least(greatest(page_size, 1), 1000);
$$;
comment on function public.list_campaign_recipients is 'For admins only.';

grant execute on function
  public.list_campaigns(integer, integer, uuid),
  public.list_campaign_recipients(uuid, text, text, integer, integer)
  to authenticated, service_role;
