-- An admin's words about a plan that no order paid for. They have a table of their own, because students read their rows of
-- user_plans, and the words are about them, not for them.
create table private.plan_notes (
  -- The note is written before its plan, whose entry in the audit log has the words.
  user_plan_id uuid primary key references public.user_plans (id) on delete cascade deferrable initially deferred,
  words text not null check (length(words) between 1 and 500)
);
alter table private.plan_notes enable row level security;

insert into private.plan_notes (user_plan_id, words)
select id, reason_words from public.user_plans where reason_words <> '';
alter table public.user_plans drop column reason_words;
