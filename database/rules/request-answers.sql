-- Idempotency keys: a write of the table API with a key takes effect once (server/rest/run.ts). The first two functions
-- run in the transaction of the write, so a write that is refused keeps nothing and can be sent again with its key. All
-- are definers, because nobody may read or write answers directly. Each user has keys of their own.

-- Returns the answer to an earlier request with this key, or null for the first one. A second request waits here until
-- the transaction of the first has ended.
create function private.claim_request(request_key text, request_hash bytea) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  my_rights constant text := concat_ws(
    ' ', case when private.is_admin() then 'admin' end, case when private.is_mentor() then 'mentor' end,
    (select role from private.colleagues where user_id = me and private.has_passed_two_step())
  );
  first record;
begin
  insert into private.request_answers as earlier (user_id, key, request, rights)
    values (me, request_key, request_hash, my_rights)
    on conflict (user_id, key) do update
      set request = excluded.request, rights = excluded.rights, answer = null, created_at = excluded.created_at
      where earlier.created_at <= now() - interval '24 hours';
  if found then
    -- The 100 most recent answers are kept, so that nobody fills the disk. A row that another request of this user has
    -- locked is left to the next one.
    delete from private.request_answers
    where user_id = me and key in (
      select key from private.request_answers
      where user_id = me and created_at < (
        select created_at from private.request_answers where user_id = me order by created_at desc offset 99 limit 1
      )
      for update skip locked
    );
    return null;
  end if;
  select request, answer, rights into strict first
    from private.request_answers where user_id = me and key = request_key;
  if first.request <> request_hash then
    raise sqlstate 'PT422' using message = 'This Idempotency-Key was used for another request.',
      hint = 'Send each new request with a new key.';
  end if;
  -- A former admin, or one whose second step is missing, may not see what an admin was shown.
  if first.rights <> my_rights then
    raise sqlstate 'PT403' using message = 'Your rights have changed since this request was first sent.',
      hint = 'Send it with a new key.';
  end if;
  return first.answer;
end
$$;

create function private.keep_answer(request_key text, kept_answer text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('maarga.answer_is_secret', true) = 'on' then
    raise sqlstate 'PT400' using message = 'The answer is a secret, which is not kept for an Idempotency-Key.',
      hint = 'Send the request without the key.';
  end if;
  if octet_length(kept_answer) > 16384 then
    raise sqlstate 'PT413' using message = 'The answer is too large to be kept for the Idempotency-Key.',
      hint = 'Select fewer rows or columns, or use Prefer: return=minimal.';
  end if;
  update private.request_answers set answer = kept_answer where user_id = auth.uid() and key = request_key;
end
$$;

create function private.delete_old_answers() returns void
language sql security definer set search_path = ''
begin atomic
  delete from private.request_answers where created_at <= now() - interval '24 hours';
end;

grant execute on function private.claim_request(text, bytea), private.keep_answer(text, text) to authenticated;
grant execute on function private.delete_old_answers() to maarga_server;
