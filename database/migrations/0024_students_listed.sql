-- Columns, indexes and counts that keep the admins' list of students as fast with 100,000 students as with 100.

alter table public.profiles add column had_plan boolean not null default false;
comment on column public.profiles.had_plan is 'kept by triggers: a plan was assigned once, whatever became of it';
update public.profiles set had_plan = true
  where exists (select from public.user_plans where user_id = profiles.id);

-- The sort orders of the list (profiles_by_…) within each status.
create index profiles_by_plan_and_age on public.profiles (has_plan, had_plan, created_at, id);
create index profiles_by_plan_and_email on public.profiles (has_plan, had_plan, email, id);
create index profiles_by_plan_and_name on public.profiles (has_plan, had_plan, first_name, last_name, id);

-- The number of students of each kind is the sum of its rows. Each change inserts a row, because updating a single
-- row would make all sign-ups and assignments wait for each other.
create table private.student_counts (
  has_plan boolean not null,
  had_plan boolean not null,
  students bigint not null
);
alter table private.student_counts enable row level security;
insert into private.student_counts select has_plan, had_plan, count(*) from public.profiles group by 1, 2;
