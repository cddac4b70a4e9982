-- For the link in a mail, which proves whose it is. A definer, because the server's own login changes no profile in any
-- other way. It stays off when a plan is assigned later: check_profile (profiles.sql) asks whether somebody said no.
create function private.turn_off_email(student uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.profiles set notify_email = false where id = student and notify_email is distinct from false;
$$;

grant execute on function private.turn_off_email(uuid) to maarga_server;
