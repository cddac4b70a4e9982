-- needs: identity students orders call-outcomes agreements student-notes campaigns receipts waiting-list bounces option-lists mail-states
-- All that the page of one student shows.

-- The mails of a student with their state, the newest first: those of campaigns, and those about orders, calls
-- and the account.
create function private.student_mails(student uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(mail) order by at desc), '[]')
  from (
    select 'campaign' as kind, campaigns.subject as about, recipient.email, recipient.state, recipient.reason,
      coalesce(recipient.finished_at, campaigns.created_at) as at
    from public.campaign_recipients as recipient join public.campaigns on campaigns.id = campaign_id
    where user_id = student
    union all
    select 'order', orders.number || ': ' || case step.action when 'refund' then 'refund' else step.to_state end, null, mail.state, null, mail.changed_at
    from public.orders
      join public.order_steps as step on step.order_id = orders.id
      join private.payment_mails as mail on mail.step_id = step.id
    where orders.user_id = student and mail.state <> 'claimed'
    union all
    select kind, about, email, state, reason, at from private.mail_states where user_id = student
    order by at desc limit 50
  ) as mail;
$$;

-- Returns all that an admin sees of an account: who they are, plans, orders, receipts, calls, marks, notes and mails. Their
-- documents come from the storage, which records each view. Colleagues who only see students get the account, the profile
-- and the plans, and those who take payments also orders and receipts. A definer that checks the caller first, because
-- most of it is in tables that no role may read.
create function public.open_student(student uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  account auth.users;
  opened jsonb;
begin
  perform private.require_right('see students');
  select * into account from auth.users where id = student;
  if not found then
    raise exception 'There is no such student.' using errcode = 'P0001';
  end if;
  opened := jsonb_build_object(
    'account', jsonb_build_object(
      'id', account.id, 'email', account.email, 'is_confirmed', account.email_confirmed_at is not null,
      'new_email', account.new_email, 'created_at', account.created_at, 'banned_until', account.banned_until,
      'last_seen_at', (
        select greatest(account.last_sign_in_at, max(last_used_at)) from auth.sessions where user_id = student
      ),
      'sessions', (select count(*) from private.active_sessions where user_id = student),
      'has_two_step', exists (select from auth.factors where user_id = student and status = 'verified'),
      'is_admin', exists (select from private.admins where user_id = student),
      'is_mentor', exists (select from public.mentors where id = student and revoked_at is null),
      'bad_address', (
        select jsonb_build_object('since', bad_since, 'status', status, 'words', words) from private.bounced_addresses as bounced
        where bounced.email = account.email and bad_since is not null
      ),
      'deadline', (select deadline from private.deadlines where user_id = student and deadline > now())
    ),
    'profile', (select to_jsonb(profiles) from public.profiles where id = student),
    'plans', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', plan.id, 'level', plan.plan_level, 'exam', plan.plan_exam, 'name', plan.plan_name,
        'assigned_at', plan.assigned_at, 'expires_at', plan.expires_at,
        'is_current', plan.active and plan.expires_at > now(), 'reason', plan.reason,
        'order_number', case when private.is_allowed('take payments') then orders.number end
      ) order by plan.assigned_at desc), '[]')
      from public.user_plans as plan left join public.orders on orders.id = plan.order_id
      where plan.user_id = student
    ),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(listed) order by made_at desc), '[]') from (
        select id, number, plan_level, plan_exam, plan_name, amount_paise, received_paise, refunded_paise, state, made_at
        from public.current_orders where user_id = student order by made_at desc limit 50
      ) as listed
    ),
    'receipts', (
      select coalesce(jsonb_agg(to_jsonb(listed) order by issued_at desc), '[]') from (
        select id, number, amount_paise, issued_at, cancelled_at from public.receipts
        where user_id = student order by issued_at desc limit 50
      ) as listed
    ),
    'calls', (
      select coalesce(jsonb_agg(to_jsonb(listed) order by start_time desc), '[]') from (
        select slots.id, start_time, end_time, topic, mentors.name as mentor_name, outcome, agreed
        from public.slots
          left join public.mentors on mentors.id = mentor_id
          left join public.call_outcomes on call_outcomes.slot_id = slots.id
          left join public.slot_agreements on slot_agreements.slot_id = slots.id
        where user_id = student order by start_time desc limit 100
      ) as listed
    ),
    -- Only their lengths: open_option_list (option-lists.sql) records who has read one.
    'option_lists', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'exam', exam, 'changed_at', changed_at,
        'options', (select count(*) from public.option_entries where list_id = list.id and removed_at is null)
      ) order by changed_at desc), '[]')
      from public.option_lists as list where user_id = student
    ),
    'marks', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name), '[]')
      from public.marked_students join public.student_marks on id = mark_id where student_id = student
    ),
    'notes', (
      select coalesce(jsonb_agg(to_jsonb(given) - 'student_id' order by written_at desc, id), '[]')
      from public.student_notes as given where student_id = student
    ),
    'mails', private.student_mails(student)
  );
  if not private.is_allowed('administer') then
    -- By name, so that a part that is added later is for admins only.
    opened := (
      select jsonb_object_agg(key, value) from jsonb_each(opened)
      where key in ('account', 'profile', 'plans') or key in ('orders', 'receipts') and private.is_allowed('take payments')
    ) || jsonb_build_object('account', (
      select jsonb_object_agg(key, value) from jsonb_each(opened -> 'account')
      where key in (
        'id', 'email', 'is_confirmed', 'new_email', 'created_at', 'banned_until', 'last_seen_at', 'is_admin', 'is_mentor',
        'bad_address'
      )
    ));
  end if;
  return opened;
end
$$;
comment on function public.open_student is 'Needs the right to see students.';

grant execute on function public.open_student(uuid) to authenticated, service_role;
