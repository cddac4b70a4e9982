-- KEA's table of fees by kind of college (kind_fees), as search_seats and option_details read it. Both functions are
-- inlined, because they have no search_path.

-- The kinds of college of the table, as a pattern, for a kind of the list of colleges.
create function private.kinds_of_fees(college_kind text, course_group text) returns text
language sql immutable
return case
  when college_kind = 'government' then 'Government colleges'
  when college_kind = 'government-aided' then 'Aided courses%'
  when college_kind = 'state public university' then 'UVCE'
  when college_kind in ('private university', 'deemed university') then 'Deemed / private universities'
  when college_kind like 'private unaided%' and course_group like 'Eng%' then 'Type _: unaided%'
  when college_kind like 'private unaided%' then 'Unaided colleges'
end;

-- The fee of a candidate's category.
create function private.fee_of_category(fees public.kind_fees, category text) returns integer
language sql immutable
return case
  when category ~ '^S' then fees.amount_sc_st
  when category = '1' then fees.amount_category_1
  else fees.amount_general
end;
