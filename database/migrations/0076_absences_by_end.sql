-- The free times of a day search the absences that have not ended (database/rules/mentor-assignment.sql).
create index absences_by_end on public.mentor_absences (ends_at);
