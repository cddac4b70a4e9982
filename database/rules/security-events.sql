-- A definer, because no role may write the table. It runs in the transaction of what it records.
create function private.record_security_event(
  kind text, user_id uuid, address text default null, device text default null, details jsonb default '{}'
) returns void
language sql security definer set search_path = ''
as $$
  insert into public.security_events (kind, user_id, email, address, device, details)
  values (
    kind,
    user_id,
    (select email from auth.users where id = user_id),
    -- A socket that accepts IPv6 reports an IPv4 client as ::ffff:192.0.2.1.
    nullif(regexp_replace(address, '^::ffff:(?=\d+\.)', ''), ''),
    device,
    details
  );
$$;

grant execute on function private.record_security_event(text, uuid, text, text, jsonb) to maarga_server;
