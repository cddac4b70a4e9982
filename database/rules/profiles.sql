-- needs: identity user-plans

-- Removes the characters that the constraint profiles_have_no_hidden_characters refuses. Text copied from a contact
-- often contains them.
create function private.strip_hidden_characters(value text) returns text
language sql immutable
return regexp_replace(value, '[\u2028-\u202e\u2066-\u2069\ufeff]', '', 'g');

-- False for null. Joiners and soft hyphens are part of some scripts, and nothing by themselves.
create function private.has_visible_character(value text) returns boolean
language sql immutable
return coalesce(value ~ '[^[:space:]\u00ad\u200b-\u200f\u2060]', false);

-- The sign-in address, once a mail to it was answered. Screens, lists and mails use only this address, so that nobody can
-- appear under the address of another person (docs/decisions/0037-proved-address.md).
create function private.proved_email(account uuid) returns text
language sql stable set search_path = ''
as $$
  select email from auth.users where id = account and email_confirmed_at is not null;
$$;

-- Checks and completes a profile. A definer, because it looks up the active plan whatever the writer may read.
create function private.check_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  has_plan constant boolean := private.active_plan(new.id) is not null;
begin
  new.first_name := private.strip_hidden_characters(new.first_name);
  new.last_name := private.strip_hidden_characters(new.last_name);
  new.phone := private.strip_hidden_characters(new.phone);
  new.address_line_1 := private.strip_hidden_characters(new.address_line_1);
  new.address_line_2 := private.strip_hidden_characters(new.address_line_2);
  new.city := private.strip_hidden_characters(new.city);
  new.state := private.strip_hidden_characters(new.state);
  new.pin_code := private.strip_hidden_characters(new.pin_code);
  if not (
    private.has_visible_character(new.first_name) and private.has_visible_character(new.last_name)
    and private.has_visible_character(new.phone)
  ) then
    raise exception 'All fields are required.' using errcode = 'P0001';
  end if;
  -- Forms send the address with the other fields, so a different one is accepted without effect. The row of the account
  -- is locked before a profile is created, because an address that is confirmed at the same moment would be missed. An
  -- update waits for no lock: the confirmation changes the account first and then the profile.
  if tg_op = 'INSERT' then
    perform from auth.users where id = new.id for key share;
    new.email := private.proved_email(new.id);
  elsif new.email is distinct from old.email then
    new.email := private.proved_email(new.id);
  end if;

  -- has_plan is a copy for screens and lists; no rule reads it. A wrong value that was sent is refused.
  if new.has_plan is distinct from old.has_plan and new.has_plan is distinct from has_plan and tg_op = 'UPDATE' then
    raise exception 'has_plan is kept by the database' using errcode = 'insufficient_privilege';
  end if;
  new.has_plan := has_plan;
  new.had_plan := has_plan or exists (select from public.user_plans where user_id = new.id);

  -- "All notifications till seat allotment" is part of every plan, unless the student turned them off before.
  if has_plan and old.has_plan is not true then
    new.notify_email := coalesce(new.notify_email, true);
  end if;
  -- Only turning notifications on needs a plan. They stay on when the plan ends.
  if not has_plan and (
    (new.notify_email and old.notify_email is not true) or (new.notify_sms and old.notify_sms is not true)
  ) then
    raise exception 'You need to purchase a plan to enable notifications.' using errcode = 'P0001';
  end if;
  return new;
end
$$;

-- Applies to all writers, including the secret key and the triggers of user_plans.
create trigger check_profile before insert or update on public.profiles
  for each row execute function private.check_profile();

-- A definer, because the server's own login may not change profiles.
create function private.update_profile_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = private.proved_email(new.id) where id = new.id;
  return null;
end
$$;

create trigger update_profile_email after update on auth.users
  for each row when (
    (old.email, old.email_confirmed_at is null) is distinct from (new.email, new.email_confirmed_at is null)
  )
  execute function private.update_profile_email();

create policy "students see their own profile, admins see all" on public.profiles
  for select to authenticated using (id = (select auth.uid()) or (select private.is_admin()));

-- A profile has the id of its account, so nobody can create one for someone else or move theirs to another account.
create policy "students create their own profile" on public.profiles
  for insert to authenticated with check (id = (select auth.uid()));

create policy "students change their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- All columns can be read, because the screens request all of them: never add a secret column to this table.
grant select on public.profiles to authenticated;
grant insert (
  id, email, first_name, last_name, phone, address_line_1, address_line_2, city, state, pin_code
) on public.profiles to authenticated;
-- id, because an upsert sets it to itself; the policy above allows no other value. has_plan, because clients send it
-- after an assignment; check_profile refuses any value but the current one.
grant update (
  id, email, first_name, last_name, phone, address_line_1, address_line_2, city, state, pin_code,
  notify_email, notify_sms, language, has_plan
) on public.profiles to authenticated;

create policy "the secret key reads and writes profiles" on public.profiles
  for all to service_role using (true) with check (true);
grant select, insert, update, delete on public.profiles to service_role;
