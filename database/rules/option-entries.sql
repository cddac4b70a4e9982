-- needs: option-lists
-- The options of a list and their order. Each change is one call with an Idempotency-Key. The functions are definers,
-- because no client may write the table; each works on the caller's own list.

-- Gives the options of a list the numbers 1, 2, 3 … again, in the same order.
create function private.renumber_options(list uuid) returns void
language sql set search_path = ''
as $$
  update public.option_entries entry set position = numbered.number
  from (
    select id, row_number() over (order by position, id) as number from public.option_entries where list_id = list
  ) numbered
  where entry.list_id = list and entry.id = numbered.id;
$$;

-- Returns the number of a place: behind an option, also a removed one, or on top if none is named. Behind an option
-- that this list does not have is at the end. Half a number has one digit more, so after many moves into the same gap the
-- list is renumbered.
create function private.option_position(list uuid, after uuid) returns numeric
language plpgsql set search_path = ''
as $$
declare
  low numeric;
  high numeric;
begin
  if after is null then
    return coalesce((select min(position) from public.option_entries where list_id = list), 1) - 1;
  end if;
  select position into low from public.option_entries where list_id = list and id = after;
  if not found then
    return coalesce((select max(position) from public.option_entries where list_id = list), 0) + 1;
  end if;
  select min(position) into high from public.option_entries where list_id = list and position > low;
  if high is null then
    return floor(low) + 1;
  end if;
  if scale(low + high) > 40 then
    perform private.renumber_options(list);
    return private.option_position(list, after);
  end if;
  return (low + high) * 0.5;
end
$$;

-- Puts options into a list, behind the last one or behind the named one. One that was removed comes back, with its
-- comments. One that is there already stays where it is: a repeated call changes nothing.
create function private.put_options(list public.option_lists, added jsonb, after uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  option record;
  behind uuid := after;
  place numeric;
begin
  if jsonb_typeof(added) is distinct from 'array' or jsonb_array_length(added) not between 1 and 500 then
    raise exception 'Name between 1 and 500 options.' using errcode = 'P0001';
  end if;
  for option in
    select id, upper(btrim(college)) as college, btrim(course) as course
    from jsonb_to_recordset(added) as given (id uuid, college text, course text)
  loop
    place := private.option_position((list).id, behind);
    insert into public.option_entries as entry (list_id, id, position, college_code, course_code)
      values ((list).id, option.id, place, option.college, option.course)
      on conflict (list_id, id) do update set removed_at = null, position = excluded.position
        where entry.removed_at is not null;
    behind := option.id;
  end loop;
  if (select count(*) from public.option_entries where list_id = (list).id and removed_at is null)
    > private.option_limit((list).user_id)
  then
    raise exception '%', private.option_limit_text((list).user_id) using errcode = 'P0001';
  end if;
end
$$;

-- Adds options: [{"id": …, "college": "E001", "course": "CS"}], at the end unless `after` names another place.
create function public.add_options(exam text, added jsonb, after uuid default null) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  list constant public.option_lists := private.lock_option_list(exam);
begin
  perform private.put_options(list, added, coalesce(after, private.last_option(list.id)));
  return private.note_option_change(list.id);
end
$$;

create function private.last_option(list uuid) returns uuid
language sql stable set search_path = ''
as $$
  select id from public.option_entries where list_id = list order by position desc, id desc limit 1;
$$;

-- Moves an option behind another one; to the top without one.
create function public.move_option(exam text, option uuid, after uuid default null) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  list constant public.option_lists := private.lock_option_list(exam);
  place numeric;
begin
  if not exists (
    select from public.option_entries where list_id = list.id and id = option and removed_at is null
  ) then
    raise exception 'This option was removed from the list.' using errcode = 'P0001';
  end if;
  if option is distinct from after then
    -- Before the update, because renumbering the list within it would leave this option where it was.
    place := private.option_position(list.id, after);
    update public.option_entries set position = place where list_id = list.id and id = option;
  end if;
  return private.note_option_change(list.id);
end
$$;

-- Removes an option. It keeps its place for a while, so that it can be brought back; the 500 that were removed last are
-- kept.
create function public.remove_option(exam text, option uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  list constant public.option_lists := private.lock_option_list(exam);
begin
  update public.option_entries set removed_at = clock_timestamp()
  where list_id = list.id and id = option and removed_at is null;
  perform private.forget_removed_options(list.id);
  return private.note_option_change(list.id);
end
$$;

create function private.forget_removed_options(list uuid) returns void
language sql set search_path = ''
as $$
  delete from public.option_entries
  where list_id = list and id in (
    select id from public.option_entries
    where list_id = list and removed_at is not null order by removed_at desc, id offset 500
  );
$$;

grant execute on function
  public.add_options(text, jsonb, uuid), public.move_option(text, uuid, uuid), public.remove_option(text, uuid)
  to authenticated;
