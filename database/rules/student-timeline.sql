-- needs: identity audit-log security-events orders call-outcomes student-notes campaigns mail-states bounces

-- Actions that the audit log records beside a step of an order. The timeline shows the step.
create function private.is_step_of_order(action text) returns boolean
language sql immutable
return action in (
  'order made', 'order cancelled', 'payment put', 'payment moved', 'payment confirmed', 'payment taken short',
  'payment taken over', 'payment rejected', 'payment refunded', 'confirmation undone'
);

-- The events of a student with their actors, the newest first: a page of those before an instant. Each source
-- gives its own newest rows from an index, so that a page costs the same however long the history is. A call is at its
-- start. For admins, with the details as each source has them.
create function public.student_timeline(student uuid, before timestamptz default null, max_events integer default 50)
returns table (at timestamptz, source text, kind text, actor text, details jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  until constant timestamptz := coalesce(before, 'infinity');
  page_rows constant integer := least(greatest(max_events, 1), 200);
begin
  perform private.require_admin();
  return query
    select * from (
      (
        select at, 'action', action, actor_email, details || jsonb_build_object('subject', subject)
        from public.audit_log
        where subject_id = student and at < until and not private.is_step_of_order(action)
        order by id desc limit page_rows
      ) union all (
        select at, 'account', kind, coalesce(address, ''), details || jsonb_build_object('device', device)
        from public.security_events where user_id = student and at < until order by id desc limit page_rows
      ) union all (
        select step.at, 'order', step.to_state, step.actor_email,
          jsonb_build_object(
            'number', number, 'action', step.action, 'amount_paise', step.amount_paise, 'words', step.words
          )
        from public.orders join public.order_steps as step on step.order_id = orders.id
        where user_id = student and step.at < until order by step.id desc limit page_rows
      ) union all (
        select start_time, 'call', coalesce(outcome, case when start_time > now() then 'to come' else 'not marked' end),
          coalesce(mentors.name, ''), jsonb_build_object('ends_at', end_time, 'topic', topic)
        from public.slots
          left join public.mentors on mentors.id = mentor_id
          left join public.call_outcomes on slot_id = slots.id
        where user_id = student and start_time < until order by start_time desc limit page_rows
      ) union all (
        select created_at, 'document', 'uploaded', '', jsonb_build_object('file', split_part(name, '/', 2))
        from storage.objects
        where bucket_id = 'user-documents' and name > student::text || '/' and name < student::text || '0'
          and created_at < until
        order by created_at desc limit page_rows
      ) union all (
        select coalesce(recipient.finished_at, campaigns.created_at), 'mail', recipient.state, '', jsonb_build_object('subject', subject)
        from public.campaign_recipients as recipient join public.campaigns on campaigns.id = campaign_id
        where user_id = student and coalesce(recipient.finished_at, campaigns.created_at) < until
        order by 1 desc limit page_rows
      ) union all (
        select at, 'mail', state, '', jsonb_build_object('subject', about)
        from private.mail_states where user_id = student and at < until order by at desc limit page_rows
      ) union all (
        select at, 'address', state, '', jsonb_build_object('email', email, 'words', words)
        from private.address_changes where user_id = student and at < until order by id desc limit page_rows
      ) union all (
        select changed_at, 'options', exam, '', '{}' from public.option_lists
        where user_id = student and changed_at < until
      ) union all (
        select written_at, 'note', case when is_for_mentors then 'for mentors' else 'for admins' end, author_email,
          jsonb_build_object('note', note)
        from public.student_notes where student_id = student and written_at < until
        order by written_at desc limit page_rows
      )
    ) as event (at, source, kind, actor, details)
    order by at desc, source, kind
    limit page_rows;
end
$$;
comment on function public.student_timeline is 'For admins only.';

grant execute on function public.student_timeline(uuid, timestamptz, integer) to authenticated, service_role;
