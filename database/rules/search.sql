-- What a search box of the admins means to ilike: a search for "50%" means these three characters.
create function private.search_pattern(search text) returns text
language sql immutable
return '%' || regexp_replace(btrim(coalesce(search, '')), '([\\%_])', '\\\1', 'g') || '%';

-- The words of a search for a person, in small letters and the longest first. A telephone number is one word of digits,
-- however it is written, with or without the country.
create function private.search_words(search text) returns text[]
language sql immutable
return (
  select coalesce(array_agg(distinct_word order by length(distinct_word) desc, distinct_word), '{}')
  from (
    select distinct string_to_table(
      case
        when search ~ '^[\d\s()+.-]*\d{2}[\d\s()+.-]*$'
          then regexp_replace(regexp_replace(search, '\D', '', 'g'), '^(0|91)(?=\d{10}$)', '')
        else btrim(regexp_replace(lower(coalesce(search, '')), '\s+', ' ', 'g'))
      end,
      ' '
    ) as distinct_word
  ) as words
  where distinct_word <> ''
);

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
