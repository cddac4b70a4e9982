-- needs: identity user-plans

-- Without what the constraint profiles_have_no_hidden_characters refuses: it comes along with what is copied from a contact.
create function private.strip_hidden_characters(words text) returns text
language sql immutable
return regexp_replace(words, '[\u2028-\u202e\u2066-\u2069\ufeff]', '', 'g');

-- What a student may tell about himself, and what follows from it. A definer, because whether a plan is
-- active is looked up in the same words for everybody, whatever the writer may read.
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
  if coalesce(btrim(new.first_name), '') = ''
    or coalesce(btrim(new.last_name), '') = ''
    or coalesce(btrim(new.phone), '') = ''
  then
    raise exception 'All fields are required.' using errcode = 'P0001';
  end if;
  -- The form sends an emptied field as '', and nobody has an address of no letters.
  new.email := nullif(private.strip_hidden_characters(new.email), '');

  -- The copy serves screens and lists; no rule reads it.
  -- A value that was sent and is not the truth is refused; one that was not sent becomes the truth.
  if new.has_plan is distinct from old.has_plan and new.has_plan is distinct from has_plan and tg_op = 'UPDATE' then
    raise exception 'has_plan is kept by the database' using errcode = 'insufficient_privilege';
  end if;
  new.has_plan := has_plan;
  new.had_plan := has_plan or exists (select from public.user_plans where user_id = new.id);

  -- "All notifications till seat allotment" is part of every plan, for whoever has not said no before.
  if has_plan and old.has_plan is not true then
    new.notify_email := coalesce(new.notify_email, true);
  end if;
  -- Turning on needs a plan. Turning off does not, and what is on stays on when the plan ends.
  if not has_plan and (
    (new.notify_email and old.notify_email is not true) or (new.notify_sms and old.notify_sms is not true)
  ) then
    raise exception 'You need to purchase a plan to enable notifications.' using errcode = 'P0001';
  end if;
  return new;
end
$$;

-- For everybody who writes, the secret key and the triggers of user_plans included.
create trigger check_profile before insert or update on public.profiles
  for each row execute function private.check_profile();

create policy "students see their own profile, admins see all" on public.profiles
  for select to authenticated using (id = (select auth.uid()) or (select private.is_admin()));

-- The row's id is the account's, so a profile can neither be made for somebody else nor moved to him.
create policy "students make their own profile" on public.profiles
  for insert to authenticated with check (id = (select auth.uid()));

create policy "students change their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- Every column may be read, because the screens ask for all of them at once: nothing secret belongs in this table.
grant select on public.profiles to authenticated;
grant insert (
  id, email, first_name, last_name, phone, address_line_1, address_line_2, city, state, pin_code
) on public.profiles to authenticated;
-- id, because an upsert sets it to itself (the policy above lets it become nothing else). has_plan, because
-- the admins' screen sends it after an assignment: it may only be sent as what it already is.
grant update (
  id, email, first_name, last_name, phone, address_line_1, address_line_2, city, state, pin_code,
  notify_email, notify_sms, has_plan
) on public.profiles to authenticated;

create policy "the secret key reads and writes profiles" on public.profiles
  for all to service_role using (true) with check (true);
grant select, insert, update, delete on public.profiles to service_role;
