-- needs: identity slots mentors

create policy "people see their own calendar feed" on public.calendar_feeds
  for select to authenticated using (user_id = (select auth.uid()));

create policy "people turn their own calendar feed off" on public.calendar_feeds
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "the secret key sees and deletes calendar feeds" on public.calendar_feeds
  to service_role using (true);

grant select (user_id, created_at, has_calls), delete on public.calendar_feeds to authenticated, service_role; -- never the hash

-- Creates a secret, which replaces an earlier one, and returns it. It is never shown again: the answer is not kept for
-- an Idempotency-Key. A definer, because nobody may write the hash directly: a secret that somebody chooses could be
-- guessed.
create function public.renew_calendar_feed() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  -- Two random ids have 244 random bits.
  token constant text := replace(concat(gen_random_uuid(), gen_random_uuid()), '-', '');
begin
  if auth.uid() is null then
    raise exception 'Please log in first.' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('maarga.answer_is_secret', 'on', true);
  insert into public.calendar_feeds as feed (user_id, token_hash, has_calls)
    values (auth.uid(), sha256(convert_to(token, 'UTF8')), private.is_mentor())
    on conflict (user_id) do update
      set token_hash = excluded.token_hash, has_calls = excluded.has_calls, created_at = now();
  return token;
end
$$;

grant execute on function public.renew_calendar_feed() to authenticated;

-- Tells whether an account takes calls now, as private.is_mentor does for a session. A calendar program has no session,
-- so if the second step is required, the account must at least have turned it on.
create function private.may_read_calls(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.mentors where id = account and revoked_at is null)
    and (
      not admin_two_step_required
      or exists (select from auth.factors where user_id = account and status = 'verified')
      or exists (select from auth.passkeys where user_id = account)
    )
  from private.settings;
$$;

-- Returns the slots behind a secret, or null if there is no such feed or its account is banned. It leaves out the
-- topic, phone numbers and the link of a video call, because calendars are often shared. For a call that a mentor
-- holds, it includes the student's name. A definer, because the server's own login may not read slots.
create function private.read_calendar_feed(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(entry order by entry -> 'start')
    from (
      select jsonb_build_object(
        'id', slots.id, 'start', start_time, 'end', end_time, 'changedAt', changed_at, 'call', jsonb_strip_nulls(
          jsonb_build_object('mentor', mentors.name, 'isVideo', mentor_links.video_url is not null)
        )
      ) as entry
      from public.slots
        left join public.mentors on mentors.id = slots.mentor_id
        left join public.mentor_links on mentor_links.mentor_id = slots.mentor_id
      where slots.user_id = feed.user_id and start_time > now() - interval '90 days'
      union all
      select jsonb_build_object(
        'id', slots.id, 'start', start_time, 'end', end_time, 'changedAt', changed_at,
        'student', first_name || ' ' || last_name
      )
      from public.slots join public.profiles on profiles.id = slots.user_id
      where slots.mentor_id = feed.user_id and start_time > now() - interval '30 days'
        and feed.has_calls and private.may_read_calls(feed.user_id)
    ) as entries
  ), '[]')
  from public.calendar_feeds feed join auth.users as account on account.id = feed.user_id
  where token_hash = sha256(convert_to(token, 'UTF8'))
    and (account.banned_until is null or account.banned_until <= now());
$$;

grant execute on function private.read_calendar_feed(text) to maarga_server;

-- Closing an account to everyone also deletes its feed (server/auth/notices/dispute.ts).
create policy "the server deletes calendar feeds" on public.calendar_feeds to maarga_server using (true);
grant select (user_id), delete on public.calendar_feeds to maarga_server;

-- People change their password when somebody else may know a secret of theirs, so a new password ends the feed. The end
-- of a mentor's rights ends the feed that showed their calls.
create function private.end_calendar_feed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.calendar_feeds where user_id = new.id and (tg_table_name = 'users' or has_calls);
  return null;
end
$$;

create trigger end_calendar_feed after update of password_hash on auth.users
  for each row when (old.password_hash is distinct from new.password_hash)
  execute function private.end_calendar_feed();
create trigger end_calendar_feed after update of revoked_at on public.mentors
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function private.end_calendar_feed();
