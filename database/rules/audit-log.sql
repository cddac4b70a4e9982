-- needs: identity search

-- Runs in the transaction of the action: a rollback removes the entry, and a failure to record undoes the action. A
-- definer, because no role may write the table. default_actor names the actor if
-- the caller is neither an account nor the secret key.
create function private.record_action(
  action text, subject_id uuid, subject text, details jsonb default '{}', default_actor text default 'operator'
) returns void
language sql security definer set search_path = ''
as $$
  insert into public.audit_log (actor, actor_email, action, subject_id, subject, details, address)
  select
    auth.uid(),
    coalesce(
      (select email from auth.users where id = auth.uid()),
      auth.uid()::text, -- the account was deleted during the request
      case current_setting('role', true) when 'service_role' then 'secret key' else default_actor end
    ),
    action, subject_id, subject, details,
    -- A socket that accepts IPv6 reports an IPv4 client as ::ffff:192.0.2.1.
    nullif(regexp_replace(current_setting('request.address', true), '^::ffff:(?=\d+\.)', ''), '');
$$;

-- For actions of the server's services on behalf of an admin.
grant execute on function private.record_action(text, uuid, text, jsonb, text) to maarga_server;

-- Returns false for the server's jobs and for statements of the owner.
create function private.is_request() returns boolean
language sql stable set search_path = ''
return auth.uid() is not null or coalesce(current_setting('role', true) = 'service_role', false);

create function private.plan_label(level text, exam text, name text) returns text
language sql immutable set search_path = ''
return upper(level) || ' / ' || upper(exam) || ' / ' || name;

-- Shows the sign-in address, which is proved. Students type their name themselves.
create function private.student_label(student uuid) returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    (select coalesce(translate(first_name || ' ' || last_name, '<>', '') || ' <' || users.email || '>', users.email)
      from auth.users left join public.profiles on profiles.id = users.id where users.id = student),
    student::text
  );
$$;

-- Returns {column: {from, to}} for each column that differs.
create function private.changes_between(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, jsonb_build_object('from', was.value, 'to', is_now.value)), '{}')
  from jsonb_each(before) as was join jsonb_each(after) as is_now using (key)
  where was.value <> is_now.value;
$$;

create function private.record_user_plan() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_active constant boolean := tg_op <> 'INSERT' and old.active;
  is_active constant boolean := tg_op <> 'DELETE' and new.active;
  plan constant public.user_plans := coalesce(new, old);
  -- Admins may only end a plan; the secret key may change all columns.
  changes constant jsonb := case tg_op
    when 'UPDATE' then private.changes_between(to_jsonb(old), to_jsonb(new)) - 'active' else '{}'
  end;
begin
  if (was_active <> is_active or changes <> '{}') and private.is_request() then
    perform private.record_action(
      case when was_active and not is_active then 'plan deactivated' else 'plan assigned' end,
      plan.user_id,
      private.student_label(plan.user_id),
      jsonb_build_object(
        'plan', private.plan_label(plan.plan_level, plan.plan_exam, plan.plan_name),
        'expires_at', plan.expires_at
      ) || changes || jsonb_strip_nulls(jsonb_build_object(
        'order', (select number from public.orders where id = plan.order_id),
        'reason', plan.reason, 'words', (select words from private.plan_notes where user_plan_id = plan.id)
      ))
    );
  end if;
  return null;
end
$$;

-- Depth 0 is a statement of the caller. A plan that an assignment ends, or that is deleted with its student, is not
-- recorded.
create trigger record_user_plan after insert or update or delete on public.user_plans
  for each row when (pg_trigger_depth() = 0) execute function private.record_user_plan();

create function private.record_plan() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  plan constant public.plans := coalesce(old, new);
  changes jsonb := jsonb_build_object('price', plan.price, 'expires_at', plan.expires_at);
begin
  if not private.is_request() then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    changes := private.changes_between(to_jsonb(old), to_jsonb(new));
    if changes = '{}' then
      return null;
    end if;
  end if;
  perform private.record_action(
    case tg_op when 'INSERT' then 'plan created' when 'UPDATE' then 'plan updated' else 'plan deleted' end,
    plan.id,
    private.plan_label(plan.plan_level, plan.plan_exam, plan.plan_name),
    changes
  );
  return null;
end
$$;

create trigger record_plan after insert or update or delete on public.plans
  for each row execute function private.record_plan();

-- The sender's changes are not recorded, except when it pauses a campaign because of failures.
create function private.record_campaign() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  action constant text := case
    when tg_op = 'INSERT' then 'campaign created'
    when new.state = 'paused' then 'campaign paused'
    when new.state = 'stopped' then 'campaign stopped'
    when new.state <> 'sending' then null
    when old.state = 'paused' then 'campaign resumed'
    else 'campaign retried'
  end;
begin
  if action is not null and (private.is_request() or new.paused_by = 'failures') then
    perform private.record_action(
      action, new.id, new.subject,
      jsonb_strip_nulls(jsonb_build_object(
        'plan', case when new.audience is null then coalesce(
          private.plan_label(new.plan_level, new.plan_exam, new.plan_name),
          'a plan for ' || upper(new.plan_level) || ' ' || upper(new.plan_exam), 'All Plans'
        ) end,
        'audience', new.audience,
        'send_at', case when tg_op = 'INSERT' then new.send_at end
      )),
      'Maarga'
    );
  end if;
  return null;
end
$$;

create trigger record_campaign after insert on public.campaigns
  for each row execute function private.record_campaign();
create trigger record_campaign_change after update of state on public.campaigns
  for each row when (old.state <> new.state) execute function private.record_campaign();

-- No account can write the list of admins, so the actor is the operator.
create function private.record_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  admin constant private.admins := coalesce(new, old);
begin
  perform private.record_action(
    case tg_op when 'INSERT' then 'admin granted' else 'admin revoked' end,
    admin.user_id,
    coalesce((select email from auth.users where id = admin.user_id), admin.user_id::text),
    jsonb_build_object('granted_by', admin.granted_by)
  );
  return null;
end
$$;

create trigger record_admin after insert or delete on private.admins
  for each row execute function private.record_admin();

create function private.record_super_admin_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_action('super-admin password changed', null, null);
  return null;
end
$$;

create trigger record_super_admin_password after insert or update on private.super_admin_password
  for each row execute function private.record_super_admin_password();

-- Part of the statement that selects a file for download or for a signed link: without an entry, no file. Students'
-- views of their own documents are not recorded. A definer, because no role may write the table, so it checks the
-- caller.
create function private.record_view(bucket text, file text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  student constant text := split_part(file, '/', 1);
begin
  if bucket not in ('user-documents', 'payment-proofs') or student = auth.uid()::text then
    return;
  end if;
  -- The policy on documents decides which of them a mentor sees.
  if bucket = 'payment-proofs' then
    perform private.require_right('take payments');
  elsif not private.is_mentor() then
    perform private.require_admin();
  end if;
  perform private.record_action(
    case bucket when 'payment-proofs' then 'payment proof viewed' else 'document viewed' end,
    student::uuid, private.student_label(student::uuid),
    jsonb_build_object('file', split_part(file, '/', 2))
  );
  -- The documents that a mentor has seen are still new for the admins.
  if bucket = 'user-documents' and private.is_admin() then
    perform private.note_documents_viewed(student::uuid);
  end if;
end
$$;

grant execute on function private.record_view(text, text) to authenticated, service_role;

-- No role has these rights; the trigger also protects the log from a mistake of the owner.
create function private.refuse_audit_log_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end
$$;

create trigger refuse_audit_log_change before update or delete or truncate on public.audit_log
  for each statement execute function private.refuse_audit_log_change();

create policy "admins see the audit log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));
create policy "the secret key sees the audit log" on public.audit_log
  for select to service_role using (true);
grant select on public.audit_log to authenticated, service_role;

-- Inlined, because it has no search_path. The text is the exact expression of the index
-- audit_log_by_search.
create function private.is_listed(entry public.audit_log, pattern text, action_filter text) returns boolean
language sql immutable
return
  (pattern = '%%' or (entry.actor_email || E'\n' || entry.action || E'\n' || coalesce(entry.subject, '') || E'\n' || coalesce(entry.subject_id::text, '') || E'\n' || entry.details::text || E'\n' || coalesce(entry.address, '')) ilike pattern)
  and (action_filter = 'all' or entry.action = action_filter);

-- The admins' list, newest first. A definer, for the same reason as list_students (students.sql). action_filter is
-- "all" or an action. total counts all matches on all pages.
create function public.list_audit_log(
  search text default '',
  action_filter text default 'all',
  page integer default 1,
  page_size integer default 10
) returns table (
  id bigint,
  at timestamptz,
  actor_email text,
  action text,
  subject_id uuid,
  subject text,
  details jsonb,
  address text,
  total bigint
)
language plpgsql stable security definer set search_path = ''
-- Each call is planned with its values, so that conditions without a search or an action are left out of the plan.
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  pattern text;
  page_rows constant integer := least(greatest(page_size, 1), 100);
  found_total bigint; -- counted separately: a window function would read all matches for one page
begin
  perform private.require_admin();
  pattern := private.search_pattern(search);
  select count(*) into found_total from public.audit_log as entry
  where private.is_listed(entry, pattern, coalesce(action_filter, 'all'));
  return query
    select id, at, actor_email, action, subject_id, subject, details, address, found_total
    from public.audit_log as entry
    where private.is_listed(entry, pattern, coalesce(action_filter, 'all'))
    order by id desc
    limit page_rows offset (greatest(page, 1) - 1)::bigint * page_rows;
end
$$;
comment on function public.list_audit_log is 'For admins only.';

grant execute on function public.list_audit_log(text, text, integer, integer) to authenticated, service_role;
