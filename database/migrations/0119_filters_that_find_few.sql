-- Filters that find few of many students (database/rules/student-filter.sql).
create index student_facts_with_an_order on private.student_facts (order_until) where order_until is not null;
create index student_facts_of_other_languages on private.student_facts (joined_at, id) where language <> 'en';
