-- needs: identity user-plans profiles search

-- A definer, because no role may write the counts.
create function private.update_student_counts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.student_counts values (old.has_plan, old.had_plan, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.student_counts values (new.has_plan, new.had_plan, 1);
  end if;
  return null;
end
$$;

create trigger update_student_counts after insert or delete on public.profiles
  for each row execute function private.update_student_counts();
create trigger update_student_counts_after_change after update on public.profiles
  for each row when ((old.has_plan, old.had_plan) is distinct from (new.has_plan, new.had_plan))
  execute function private.update_student_counts();

-- Called by a job. Merges the rows of each kind into one; rows inserted meanwhile are left for the next run.
create function private.compact_student_counts() returns void
language sql security definer set search_path = ''
as $$
  with counted as (delete from private.student_counts returning *)
  insert into private.student_counts select has_plan, had_plan, sum(students) from counted group by 1, 2;
$$;

grant execute on function private.compact_student_counts() to maarga_server;

create function private.student_list_row(student public.profiles) returns private.student_list
language plpgsql stable set search_path = ''
as $$
declare
  -- The phone number is added once more as digits alone.
  search_text constant text := lower(concat_ws(
    E'\n', coalesce(student.email, ''), student.first_name || ' ' || student.last_name, student.phone,
    regexp_replace(student.phone, '\D', '', 'g')
  ));
begin
  return row(
    student.id, student.has_plan, student.had_plan, student.created_at,
    student.first_name, student.last_name, student.email, search_text, private.letter_codes(search_text)
  );
end
$$;

-- A definer, because no role may write the list. Deleting a profile deletes its row by the foreign key.
create function private.update_student_list() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.student_list where id = new.id;
  insert into private.student_list select listed.* from private.student_list_row(new) as listed;
  return null;
end
$$;

create trigger update_student_list after insert on public.profiles
  for each row execute function private.update_student_list();
create trigger update_student_list_after_change after update on public.profiles
  for each row when (
    (old.has_plan, old.had_plan, old.email, old.first_name, old.last_name, old.phone)
    is distinct from (new.has_plan, new.had_plan, new.email, new.first_name, new.last_name, new.phone)
  )
  execute function private.update_student_list();
