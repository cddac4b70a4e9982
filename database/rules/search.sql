-- What a search box of the admins means to ilike: a search for "50%" means these three characters.
create function private.search_pattern(search text) returns text
language sql immutable
return '%' || regexp_replace(btrim(coalesce(search, '')), '([\\%_])', '\\\1', 'g') || '%';

-- A letter, or two side by side, as a number; the few that share one are told apart by the words themselves. Kept in
-- rows of private.student_list, so another formula needs a migration.
create function private.letter_code(first text, second text) returns smallint
language sql immutable
return (coalesce(ascii(first) * 181 + ascii(nullif(second, '')), ascii(first)) % 32768)::smallint;

create function private.letter_codes(words text) returns smallint[]
language plpgsql immutable
as $$
declare
  letters constant text[] := string_to_array(words, null);
begin
  return array(
    select private.letter_code(letter, null) from unnest(letters) as letter
    union
    select private.letter_code(first, second) from unnest(letters, letters[2:]) as pair (first, second)
    order by 1
  );
end
$$;
