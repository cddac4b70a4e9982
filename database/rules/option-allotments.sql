-- needs: option-lists option-entries
-- The allotments of the rounds, as the student enters them.

-- Stores the seat that a round allotted, or that it allotted none. The list is stored as it is now, so that the
-- comparison does not change with the list. Storing it again corrects the seat, and keeps the list of the first time. A
-- definer, because no client may write the table.
create function public.put_option_allotment(
  exam text, year integer, round text, college text default null, course text default null, category text default null
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  list constant public.option_lists := private.lock_option_list(exam);
begin
  insert into public.option_allotments as allotment (list_id, year, round, college_code, course_code, category, entries)
    values (
      list.id, put_option_allotment.year, put_option_allotment.round, upper(btrim(college)), btrim(course),
      upper(btrim(put_option_allotment.category)), private.option_entries_of(list.id)
    )
    on conflict on constraint option_allotments_pkey do update set
      college_code = excluded.college_code, course_code = excluded.course_code, category = excluded.category;
  if (select count(*) from public.option_allotments where list_id = list.id) > 20 then
    raise exception 'At most 20 rounds are kept. Delete one first.' using errcode = 'P0001';
  end if;
  return private.note_option_change(list.id);
end
$$;

create function public.delete_option_allotment(exam text, year integer, round text) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  list constant public.option_lists := private.lock_option_list(exam);
begin
  delete from public.option_allotments allotment
  where allotment.list_id = list.id and allotment.year = delete_option_allotment.year
    and allotment.round = delete_option_allotment.round;
  return private.note_option_change(list.id);
end
$$;

grant execute on function
  public.put_option_allotment(text, integer, text, text, text, text), public.delete_option_allotment(text, integer, text)
  to authenticated;
