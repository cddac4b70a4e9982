-- A pattern for like and ilike that finds the search literally: "50%" means these three characters.
create function private.search_pattern(search text) returns text
language sql immutable
return '%' || regexp_replace(btrim(coalesce(search, '')), '([\\%_])', '\\\1', 'g') || '%';

create function private.search_patterns(words text[]) returns text[]
language sql immutable
return array(select private.search_pattern(word) from unnest(words) as word);

-- The words of a search for a person, in lower case, the longest first. A phone number becomes one word of digits,
-- however it is written, with or without the country code.
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

-- Codes a letter or a pair of adjacent letters as a number. Codes may collide, so a search also compares the text. Rows
-- of private.student_list store the codes, so changing the formula needs a migration.
create function private.letter_code(first text, second text) returns smallint
language sql immutable
return (coalesce(ascii(first) * 181 + ascii(nullif(second, '')), ascii(first)) % 32768)::smallint;

create function private.letter_codes(search_text text) returns smallint[]
language plpgsql immutable
as $$
declare
  letters constant text[] := string_to_array(search_text, null);
begin
  return array(
    select private.letter_code(letter, null) from unnest(letters) as letter
    union
    select private.letter_code(first, second) from unnest(letters, letters[2:]) as pair (first, second)
    order by 1
  );
end
$$;
