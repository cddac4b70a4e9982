-- needs: slot-offers
-- The mail about an offer, which is sent like those of slot-mails.sql.

-- Returns what the mail about an offer says, if it still makes sense, and marks it as sent before it is
-- (claim_slot_mail in slot-mails.sql). A definer, because the server's own login may not read offers and profiles.
create function private.claim_offer_mail(offer uuid) returns table (
  kind text, user_id uuid, email text, first_name text, phone text, language text, mentor text, video_url text,
  start_time timestamptz, end_time timestamptz, held_until timestamptz
)
language sql security definer set search_path = ''
as $$
  with told as (
    update private.slot_offers set is_told = true
    where id = offer and state = 'open' and not is_told and expires_at > now() + interval '1 minute'
    returning *
  )
  select 'offered', account.id, account.email, profiles.first_name, profiles.phone, profiles.language, null, null,
    told.start_time, told.end_time, told.expires_at
  from told join auth.users as account on account.id = told.user_id join public.profiles on profiles.id = account.id
  where profiles.notify_email is not false;
$$;

-- Reverts a claim whose mail could not be sent.
create function private.release_offer_mail(offer uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.slot_offers set is_told = false where id = offer;
$$;

grant execute on function private.claim_offer_mail(uuid), private.release_offer_mail(uuid) to maarga_server;
