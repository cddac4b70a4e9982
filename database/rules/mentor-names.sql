-- The names of mentors, which students read.

-- The name that a mentor begins with.
create function private.first_mentor_name(account uuid) returns text
language sql stable set search_path = ''
return coalesce(
  (select left(btrim(translate(first_name || ' ' || last_name, '<>', '')), 80) from public.profiles where id = account),
  'Mentor'
);

-- A mentor who had no profile yet gets the name of their first one, unless they have chosen one.
create function private.name_mentor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.mentors set name = private.first_mentor_name(new.id) where id = new.id and name = 'Mentor';
  return null;
end
$$;

create trigger name_mentor after insert on public.profiles for each row execute function private.name_mentor();

-- Students read the name of a counsellor beside a proposal, and "Maarga" beside one of an admin (option-versions.sql).
create function private.check_mentor_name() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if lower(regexp_replace(new.name, '[^[:alnum:]]', '', 'g')) = 'maarga' then
    raise exception 'Students read "Maarga" as the name of the office. Please choose another name.' using errcode = 'P0001';
  end if;
  return new;
end
$$;

create trigger check_mentor_name before update of name on public.mentors
  for each row execute function private.check_mentor_name();
