-- The topic that the student wants to talk about, for the mentor to prepare. Secrets in it are masked before it is stored
-- (database/rules/slot-topics.sql).
alter table public.slots
  add column topic text,
  -- Text that nobody has to scroll through while they talk.
  add constraint slots_have_short_topics check (length(topic) between 1 and 500);
