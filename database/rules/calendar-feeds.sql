-- needs: identity slots mentors

create policy "people see their own calendar feed" on public.calendar_feeds
  for select to authenticated using (user_id = (select auth.uid()));

create policy "people turn their own calendar feed off" on public.calendar_feeds
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "the secret key sees and deletes calendar feeds" on public.calendar_feeds
  to service_role using (true);

grant select (user_id, created_at), delete on public.calendar_feeds to authenticated, service_role; -- never the hash

-- Makes a new secret, which replaces an earlier one, and returns it this once. A definer, because nobody may write the
-- hash directly: a secret that somebody chooses could be guessed.
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
  insert into public.calendar_feeds as feed (user_id, token_hash)
    values (auth.uid(), sha256(convert_to(token, 'UTF8')))
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = now();
  return token;
end
$$;

grant execute on function public.renew_calendar_feed() to authenticated;

-- Returns the slots behind a secret, or null if there is no such feed or its account is banned. It leaves out the topic,
-- the phone and the link of a video call, because calendars are often shared. A definer, because the server's own login may not read slots.
create function private.read_calendar_feed(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(
      jsonb_build_object(
        'id', slots.id, 'start', start_time, 'end', end_time, 'changedAt', changed_at, 'call', jsonb_strip_nulls(
          jsonb_build_object('mentor', mentors.name, 'isVideo', mentor_links.video_url is not null)
        )
      ) order by start_time
    )
    from public.slots
      left join public.mentors on mentors.id = slots.mentor_id
      left join public.mentor_links on mentor_links.mentor_id = slots.mentor_id
    where slots.user_id = feed.user_id and start_time > now() - interval '90 days'
  ), '[]')
  from public.calendar_feeds feed join auth.users as account on account.id = feed.user_id
  where token_hash = sha256(convert_to(token, 'UTF8'))
    and (account.banned_until is null or account.banned_until <= now());
$$;

grant execute on function private.read_calendar_feed(text) to maarga_server;

-- Closing an account to others deletes its feed, too (server/auth/notices/dispute.ts).
create policy "the server deletes calendar feeds" on public.calendar_feeds to maarga_server using (true);
grant select (user_id), delete on public.calendar_feeds to maarga_server;
