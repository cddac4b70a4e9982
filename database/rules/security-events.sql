-- needs: identity search

-- A definer, because no role may write the table. It runs in the transaction of what it records. Without an address or a
-- device, it takes those of the request, if the transaction has set them.
create function private.record_security_event(
  kind text, user_id uuid, address text default null, device text default null, details jsonb default '{}'
) returns void
language sql security definer set search_path = ''
as $$
  insert into public.security_events (kind, user_id, email, address, device, details)
  values (
    kind,
    user_id,
    (select email from auth.users where id = user_id),
    -- A socket that accepts IPv6 reports an IPv4 client as ::ffff:192.0.2.1.
    nullif(
      regexp_replace(coalesce(address, current_setting('request.address', true)), '^::ffff:(?=\d+\.)', ''), ''
    ),
    coalesce(device, nullif(current_setting('request.device', true), '')),
    details
  );
$$;

grant execute on function private.record_security_event(text, uuid, text, text, jsonb) to maarga_server;

-- Failures that become an event of their own, each minute: of one account from one network, and of one account from all
-- networks. Addresses without an account count as one account.
create function private.max_failures_per_network() returns integer
language sql immutable
return 5;

create function private.max_failures_per_account() returns integer
language sql immutable
return 60;

-- Returns the number of failures in the current minute. A null network counts all networks.
create function private.count_security_failure(kind text, user_id uuid, network text) returns integer
language sql set search_path = ''
as $$
  insert into private.security_event_counts as counted (minute, kind, user_id, network, events)
  values (date_trunc('minute', now()), kind, user_id, network, 1)
  on conflict on constraint security_event_counts_are_per_network do update set events = counted.events + 1
  returning events;
$$;

-- For events that anybody can cause: an attacker must not be able to fill the disk. A definer, because no role may write
-- the tables.
create function private.record_security_failure(
  kind text, user_id uuid, network text, address text, device text, details jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.count_security_failure(kind, user_id, network) <= private.max_failures_per_network()
    and private.count_security_failure(kind, user_id, null) <= private.max_failures_per_account()
  then
    perform private.record_security_event(kind, user_id, address, device, details);
  end if;
end
$$;

grant execute on function private.record_security_failure(text, uuid, text, text, text, jsonb) to maarga_server;

create function private.count_security_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.security_event_totals (kind, events) values (new.kind, coalesce((new.details ->> 'count')::bigint, 1));
  return null;
end
$$;

create trigger count_security_event after insert on public.security_events
  for each row execute function private.count_security_event();

-- Called by a job. Adds one event with the number of failures that were only counted, for each account and ended minute,
-- and merges the totals. Rows inserted meanwhile are left for the next run.
create function private.sum_security_events() returns void
language sql security definer set search_path = ''
as $$
  with ended as (
    delete from private.security_event_counts where minute < date_trunc('minute', now()) returning *
  ), counted as (
    select minute, kind, user_id, count(*) as networks, min(network) as network,
      sum(events) - least(sum(least(events, private.max_failures_per_network())), private.max_failures_per_account())
        as events
    from ended where network is not null group by minute, kind, user_id
  )
  insert into public.security_events (kind, user_id, email, address, details)
  select kind, user_id, (select email from auth.users where id = user_id), case when networks = 1 then network end,
    jsonb_build_object('count', events, 'minute', minute, 'networks', networks)
  from counted where events > 0;

  with counted as (delete from private.security_event_totals returning *)
  insert into private.security_event_totals select kind, sum(events) from counted group by kind;
$$;

grant execute on function private.sum_security_events() to maarga_server;

create function private.count_security_events() returns table (kind text, events bigint)
language sql stable security definer set search_path = ''
as $$
  select kind, sum(events)::bigint from private.security_event_totals group by kind;
$$;

grant execute on function private.count_security_events() to maarga_server;

-- Whichever way an account is changed, the change is recorded with it. A password that is set to null is part of closing
-- an account, which has an event of its own.
create function private.record_account_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.password_hash is distinct from old.password_hash and new.password_hash is not null then
    perform private.record_security_event('password changed', new.id);
  end if;
  if new.email <> old.email then
    perform private.record_security_event('email changed', new.id, details => jsonb_build_object('from', old.email));
  end if;
  if new.new_email is distinct from old.new_email and new.new_email is not null then
    perform private.record_security_event('email change requested', new.id);
  end if;
  return null;
end
$$;

create trigger record_account_change after update of password_hash, email, new_email on auth.users
  for each row execute function private.record_account_change();

-- Nobody can write the list of admins through the API, so the actor is the operator or the first start.
create function private.record_admin_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.record_security_event(
      'admin rights granted', new.user_id, details => jsonb_build_object('by', new.granted_by)
    );
  else
    perform private.record_security_event('admin rights revoked', old.user_id);
  end if;
  return null;
end
$$;

create trigger record_admin_event after insert or delete on private.admins
  for each row execute function private.record_admin_event();

-- No role has these rights; the triggers also protect the events from a mistake of the owner. The setting
-- maarga.retention only tells the job below from other statements: the age decides in any case.
create function private.refuse_security_event_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and current_setting('maarga.retention', true) = 'on' then
    if old.at < now() - (select security_log from private.settings) then
      return old;
    end if;
  end if;
  raise exception 'Security events are append-only.' using errcode = 'insufficient_privilege';
end
$$;

create trigger refuse_security_event_change before update or delete on public.security_events
  for each row execute function private.refuse_security_event_change();
create trigger refuse_security_event_truncate before truncate on public.security_events
  for each statement execute function private.refuse_security_event_change();

-- Called by a job. A definer, because no role may delete events. Each call deletes few enough rows to stay well within
-- the time limit of a statement.
create function private.delete_old_security_events() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('maarga.retention', 'on', true);
  delete from public.security_events where id = any (array(
    select id from public.security_events
    where at < now() - (select security_log from private.settings) order by at limit 10000
  ));
  perform set_config('maarga.retention', 'off', true);
end
$$;

grant execute on function private.delete_old_security_events() to maarga_server;

create policy "students see their own security events" on public.security_events
  for select to authenticated using (user_id = (select auth.uid()));
create policy "the secret key sees all security events" on public.security_events
  for select to service_role using (true);
grant select on public.security_events to authenticated, service_role;

-- Inlined, because it has no search_path. The text is the exact expression of the index security_events_by_search.
create function private.is_listed_event(
  event public.security_events, pattern text, kind_filter text, since timestamptz, until timestamptz
) returns boolean
language sql immutable
return
  (pattern = '%%' or (coalesce(event.email, '') || E'\n' || coalesce(event.user_id::text, '') || E'\n' || coalesce(event.address, '') || E'\n' || coalesce(event.device, '') || E'\n' || event.details::text) ilike pattern)
  and (kind_filter = 'all' or event.kind = kind_filter)
  and (since is null or event.at >= since and event.at < until);

-- The admins' list, newest first. A definer, for the same reason as list_students (students.sql). kind_filter is "all" or
-- a kind; day is a date in India. Counting stops soon after the page if there are thousands of matches, and
-- total_is_exact is then false.
create function public.list_security_events(
  search text default '',
  kind_filter text default 'all',
  day date default null,
  page integer default 1,
  page_size integer default 10
) returns table (
  id bigint,
  at timestamptz,
  kind text,
  user_id uuid,
  email text,
  address text,
  device text,
  details jsonb,
  total bigint,
  total_is_exact boolean
)
language plpgsql stable security definer set search_path = ''
-- Each call is planned with its values, so that conditions without a search or a kind are left out of the plan.
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  pattern text;
  chosen_kind constant text := coalesce(kind_filter, 'all');
  since constant timestamptz := day::timestamp at time zone 'Asia/Kolkata';
  until constant timestamptz := (day + 1)::timestamp at time zone 'Asia/Kolkata';
  page_rows constant bigint := least(greatest(page_size, 1), 100);
  skipped constant bigint := (greatest(page, 1) - 1) * page_rows;
  max_counted constant bigint := ((skipped + page_rows) / 1000 + 1) * 1000;
  found_total bigint;
begin
  perform private.require_admin();
  pattern := private.search_pattern(search);
  select count(*) into found_total from (
    select from public.security_events as event
    where private.is_listed_event(event, pattern, chosen_kind, since, until) limit max_counted + 1
  ) as matches;
  return query
    select id, at, kind, user_id, email, address, device, details,
      least(found_total, max_counted), found_total <= max_counted
    from public.security_events as event
    where private.is_listed_event(event, pattern, chosen_kind, since, until)
    order by id desc
    limit page_rows offset skipped;
end
$$;
comment on function public.list_security_events is 'For admins only.';

grant execute on function public.list_security_events(text, text, date, integer, integer) to authenticated, service_role;
