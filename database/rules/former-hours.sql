-- needs: mentors
-- Hours as they were, so that the report of a past week (season.sql) does not change with the hours of today. Hours are in
-- force while their mentor takes bookings.

create function private.keep_former_hours() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.former_hours
    select old.mentor_id, old.weekday, old.starts_at, old.ends_at, old.since, now()
    from public.mentors where id = old.mentor_id and active and revoked_at is null and old.since < now();
  return null;
end
$$;

create trigger keep_former_hours after delete on public.mentor_hours
  for each row execute function private.keep_former_hours();

create function private.end_or_begin_hours() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.active and new.revoked_at is null then
    update public.mentor_hours set since = now() where mentor_id = new.id;
  else
    insert into private.former_hours
      select mentor_id, weekday, starts_at, ends_at, since, now()
      from public.mentor_hours where mentor_id = new.id and since < now();
  end if;
  return null;
end
$$;

create trigger end_or_begin_hours after update of active, revoked_at on public.mentors
  for each row when ((old.active and old.revoked_at is null) <> (new.active and new.revoked_at is null))
  execute function private.end_or_begin_hours();
