-- needs: identity orders payment-mails student-facts listed-students bounces
-- The page /today: the work that waits for the admins, and whether the server is well.

create policy "the server reads and writes disk states" on private.disk_states
  to maarga_server using (true) with check (true);
grant select, insert, update, delete on private.disk_states to maarga_server;

-- The number of rows that a section lists, the oldest first. The others are one click away.
create function private.today_rows() returns integer
language sql immutable
return 5;

create function private.student_name(student uuid) returns text
language sql stable set search_path = ''
as $$
  select coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email) from private.student_facts where id = student;
$$;

-- A section of the page: how many wait, and the first of them.
create function private.today_section(waiting bigint, items jsonb) returns jsonb
language sql immutable
return jsonb_build_object('count', waiting, 'items', coalesce(items, '[]'));

create function private.payments_to_confirm() returns jsonb
language sql stable set search_path = ''
as $$
  select private.today_section(
    (select count(*) from public.orders where state = 'proof sent'),
    (
      select jsonb_agg(jsonb_build_object(
        'id', id, 'student_id', user_id, 'name', private.student_name(user_id), 'at', changed_at,
        'text', number || ', ' || private.rupees(amount_paise)
      ) order by changed_at, id)
      from (
        select * from public.orders where state = 'proof sent' order by changed_at, id limit private.today_rows()
      ) as oldest
    )
  );
$$;

-- The students whose latest document no admin has viewed.
create function private.unviewed_documents() returns jsonb
language sql stable set search_path = ''
as $$
  with waiting as materialized (
    select id, last_document_at from private.student_facts as student
    where last_document_at is not null and not exists (
      select from private.document_views where student_id = student.id and viewed_at >= student.last_document_at
    )
  )
  select private.today_section(
    (select count(*) from waiting),
    (
      select jsonb_agg(jsonb_build_object(
        'id', id, 'student_id', id, 'name', private.student_name(id), 'at', last_document_at
      ) order by last_document_at, id)
      from (select * from waiting order by last_document_at, id limit private.today_rows()) as oldest
    )
  );
$$;

create function private.day_begins(days_ahead integer default 0) returns timestamptz
language sql stable set search_path = ''
return ((now() at time zone 'Asia/Kolkata')::date + days_ahead)::timestamp at time zone 'Asia/Kolkata';

create function private.calls_of_today() returns jsonb
language sql stable set search_path = ''
as $$
  select private.today_section(count(*), jsonb_agg(jsonb_build_object(
    'id', slots.id, 'student_id', user_id, 'name', private.student_name(user_id), 'at', start_time,
    'text', mentors.name
  ) order by start_time, slots.id))
  from public.slots left join public.mentors on mentors.id = mentor_id
  where start_time >= private.day_begins() and start_time < private.day_begins(1);
$$;

-- The calls of the last two weeks that are over and not marked, or took place and have no agreement.
create function private.calls_without_note() returns jsonb
language sql stable set search_path = ''
as $$
  with waiting as materialized (
    select slots.id, user_id, start_time, outcome, mentors.name as mentor
    from public.slots
      left join public.mentors on mentors.id = mentor_id
      left join public.call_outcomes on call_outcomes.slot_id = slots.id
    where start_time >= private.day_begins(-14) and end_time <= now()
      and (
        outcome is null
        or outcome in ('held', 'late') and not exists (
          select from public.slot_agreements where slot_agreements.slot_id = slots.id
        )
      )
  )
  select private.today_section(
    (select count(*) from waiting),
    (
      select jsonb_agg(jsonb_build_object(
        'id', id, 'student_id', user_id, 'name', private.student_name(user_id), 'at', start_time,
        'text', concat_ws(', ', case when outcome is null then 'not marked' else 'no note' end, mentor)
      ) order by start_time, id)
      from (select * from waiting order by start_time, id limit private.today_rows()) as oldest
    )
  );
$$;

create function private.plans_about_to_end() returns jsonb
language sql stable set search_path = ''
as $$
  with ending as materialized (
    select id, plan_level, plan_exam, plan_name, plan_ends_at from private.student_facts
    where plan_is_active and plan_ends_at > now() and plan_ends_at <= now() + interval '7 days'
  )
  select private.today_section(
    (select count(*) from ending),
    (
      select jsonb_agg(jsonb_build_object(
        'id', id, 'student_id', id, 'name', private.student_name(id), 'at', plan_ends_at,
        'text', private.plan_label(plan_level, plan_exam, plan_name)
      ) order by plan_ends_at, id)
      from (select * from ending order by plan_ends_at, id limit private.today_rows()) as first
    )
  );
$$;

-- The campaigns with mails that failed in the last week, and the students whose address became bad in it.
create function private.failed_mails() returns jsonb
language sql stable set search_path = ''
as $$
  with failing as (
    select campaigns.id, null::uuid as student_id, subject, count(*) as failed, min(recipient.finished_at) as at, null as status
    from public.campaign_recipients as recipient join public.campaigns on campaigns.id = campaign_id
    where recipient.state = 'failed' and recipient.finished_at > now() - interval '7 days'
    group by campaigns.id
    union all
    select student.id, student.id, null, 1, bad_since, status
    from private.bounced_addresses as bounced join private.student_facts as student on student.email = bounced.email
    where bad_since > now() - interval '7 days'
  )
  select private.today_section(
    (select coalesce(sum(failed), 0)::bigint from failing),
    (
      select jsonb_agg(jsonb_build_object(
        'id', id, 'student_id', student_id, 'name', coalesce(subject, private.student_name(student_id)), 'at', at,
        'text', case when student_id is null then failed || ' failed' else 'bad address, ' || status end
      ) order by at, id)
      from (select * from failing order by at, id limit private.today_rows()) as first
    )
  );
$$;

-- The mails about payments that their student may not have.
create function private.payment_mails_in_doubt() returns jsonb
language sql stable set search_path = ''
as $$
  select private.today_section(
    (select count(*) from private.doubtful_payment_mails),
    (
      select jsonb_agg(jsonb_build_object(
        'id', step_id || ' ' || ends_soon, 'step_id', step_id, 'ends_soon', ends_soon, 'order_id', orders.id, 'student_id', user_id,
        'name', private.student_name(user_id), 'at', oldest.changed_at,
        'text', format('%s, %s: %s', orders.number, case when ends_soon then 'ends soon' else action end, case oldest.state
          when 'refused' then 'refused by the mail server' else 'may not have been sent' end)
      ) order by oldest.changed_at, step_id)
      from (
        select * from private.doubtful_payment_mails order by changed_at, step_id limit private.today_rows()
      ) as oldest join public.orders on orders.id = order_id
    )
  );
$$;

create function private.paused_campaigns() returns jsonb
language sql stable set search_path = ''
as $$
  select private.today_section(count(*), jsonb_agg(jsonb_build_object(
    'id', id, 'name', subject, 'at', created_at,
    'text', case paused_by when 'failures' then 'paused because too many mails failed' else 'paused' end
  ) order by created_at, id))
  from public.campaigns where state = 'paused';
$$;

create function private.sign_ups_to_remind() returns jsonb
language sql stable set search_path = ''
as $$
  with waiting as materialized (select id, email, joined_at from private.unconfirmed_sign_ups())
  select private.today_section(
    (select count(*) from waiting),
    (
      select jsonb_agg(jsonb_build_object('id', id, 'name', email, 'at', joined_at) order by joined_at, id)
      from (select * from waiting order by joined_at, id limit private.today_rows()) as oldest
    )
  );
$$;

-- The state of the server as far as admins should know it. A missing backup, worker or disk has no time.
create function private.server_health() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'backed_up_at', (select at from public.audit_log where action = 'backup made' order by id desc limit 1),
    'worked_at', (select max(measured_at) from private.disk_states),
    'disks', (
      select coalesce(jsonb_agg(jsonb_build_object('host', host, 'free_bytes', free_bytes, 'total_bytes', total_bytes)
        order by host), '[]')
      from private.disk_states where measured_at > now() - interval '1 day'
    ),
    'jobs_failed', (
      select count(*) from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null
    ),
    'jobs_late', (
      select count(*) from graphile_worker._private_jobs
      where attempts < max_attempts and locked_at is null and run_at < now() - interval '10 minutes'
    )
  );
$$;

-- Returns the waiting work by section, the oldest first. A definer that checks the caller first, because most of it is in tables that no
-- role may read.
create function public.today() returns jsonb
language plpgsql stable security definer set search_path = '' set random_page_cost = 1.1 set jit = off
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'at', now(),
    'payments', private.payments_to_confirm(),
    'documents', private.unviewed_documents(),
    'calls', private.calls_of_today(),
    'unmarked', private.calls_without_note(),
    'ending', private.plans_about_to_end(),
    'failed', private.failed_mails(),
    'doubtful', private.payment_mails_in_doubt(),
    'paused', private.paused_campaigns(),
    'unconfirmed', private.sign_ups_to_remind(),
    'health', private.server_health()
  );
end
$$;
comment on function public.today is 'For admins only.';
grant execute on function public.today() to authenticated, service_role;

-- The registrations, payments and calls of the last days, by day and plan. The plan of a registration is the student's
-- latest one; that of a call is the student's plan now.
create function public.season_figures(days integer default 30)
returns table (day date, kind text, plan text, number integer, amount_paise bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set jit = off
as $$
declare
  first_day constant date := (now() at time zone 'Asia/Kolkata')::date + 1 - days;
  begins constant timestamptz := first_day::timestamp at time zone 'Asia/Kolkata';
begin
  perform private.require_admin();
  if (days between 1 and 400) is not true then
    raise exception 'Please choose at most 400 days.' using errcode = 'P0001';
  end if;
  return query
    with happened as (
      select joined_at as at, 'registrations' as what, plan_level, plan_exam, plan_name, 0::bigint as paise
      from private.student_facts where joined_at >= begins
      union all
      select receipts.day::timestamp at time zone 'Asia/Kolkata', 'payments', orders.plan_level, orders.plan_exam,
        orders.plan_name, receipts.amount_paise
      from public.receipts join public.orders on orders.id = order_id
      where receipts.day >= first_day and cancelled_at is null
      union all
      select start_time, 'calls', facts.plan_level, facts.plan_exam, facts.plan_name, 0
      from public.slots left join private.student_facts as facts on facts.id = user_id
      where start_time >= begins and start_time < private.day_begins(1)
    )
    select (at at time zone 'Asia/Kolkata')::date, what,
      coalesce(private.plan_label(plan_level, plan_exam, plan_name), 'No plan'), count(*)::integer, sum(paise)::bigint
    from happened group by 1, 2, 3 order by 1, 2, 3;
end
$$;
comment on function public.season_figures is 'For admins only.';
grant execute on function public.season_figures(integer) to authenticated, service_role;
