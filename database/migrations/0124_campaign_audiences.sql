-- Mails to students whom a filter matches, to one student, and to all holders of plans of an exam.

alter table public.campaigns drop constraint campaigns_are_for_one_plan_or_all;
alter table public.campaigns add constraint campaigns_are_for_one_plan_an_exam_or_all check (
  num_nulls(plan_level, plan_exam) in (0, 2) and (plan_name is null or plan_level is not null)
);

-- A filter as private.read_student_filter reads it, or {"student": id}. Null: the holders of the plans above. A copy,
-- because saved filters change.
alter table public.campaigns add column audience jsonb;
alter table public.campaigns add constraint campaigns_have_one_audience check (
  audience is null or (jsonb_typeof(audience) = 'object' and num_nulls(plan_level, plan_exam, plan_name) = 3)
);
