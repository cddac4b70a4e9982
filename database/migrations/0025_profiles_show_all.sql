-- Invisible characters, and those that reverse the reading direction, make one name look like another in the admins'
-- lists and in the audit log. From now on check_profile (rules/profiles.sql) removes them.
do $$
declare
  field text;
begin
  foreach field in array array[
    'first_name', 'last_name', 'phone', 'address_line_1', 'address_line_2', 'city', 'state', 'pin_code'
  ] loop
    -- A dash where nothing else was there: a name has to be something.
    execute format(
      $sql$
        update public.profiles
        set %1$I = coalesce(nullif(btrim(regexp_replace(%1$I, '[\u2028-\u202e\u2066-\u2069\ufeff]', '', 'g')), ''), '-')
        where %1$I ~ '[\u2028-\u202e\u2066-\u2069\ufeff]'
      $sql$,
      field
    );
  end loop;
end
$$;

alter table public.profiles add constraint profiles_show_all_they_hold check (
  concat(first_name, last_name, phone, address_line_1, address_line_2, city, state, pin_code)
    !~ '[\u2028-\u202e\u2066-\u2069\ufeff]'
);
