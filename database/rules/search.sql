-- What a search box of the admins means to ilike: a search for "50%" means these three characters.
create function private.search_pattern(search text) returns text
language sql immutable
return '%' || regexp_replace(btrim(coalesce(search, '')), '([\\%_])', '\\\1', 'g') || '%';
