-- Called for the link in a mail, which proves who the recipient is. A definer, because the server's own login may
-- change profiles in no other way. E-mail stays off when a plan is assigned later, because check_profile (profiles.sql)
-- turns it on only if it was never set.
create function private.turn_off_email(student uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.profiles set notify_email = false where id = student and notify_email is distinct from false;
$$;

grant execute on function private.turn_off_email(uuid) to maarga_server;
