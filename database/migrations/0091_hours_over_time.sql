-- Hours are kept as they were, for reports about past weeks (database/rules/former-hours.sql).
alter table public.mentor_hours add column since timestamptz;
-- The time at which the present hours were set is unknown.
update public.mentor_hours set since = granted_at from public.mentors where id = mentor_id;
alter table public.mentor_hours alter column since set default now(), alter column since set not null;

comment on column public.mentor_hours.since is 'when they were set, or their mentor began to take bookings again';

-- Hours that were changed, and those of mentors who stopped taking bookings.
create table private.former_hours (
  mentor_id uuid not null references public.mentors (id),
  weekday smallint not null,
  starts_at time not null,
  ends_at time not null,
  since timestamptz not null,
  until timestamptz not null,
  constraint former_hours_end_after_they_begin check (since < until)
);
alter table private.former_hours enable row level security;
create index former_hours_of_a_mentor on private.former_hours (mentor_id, until);

insert into private.former_hours
select mentor_id, weekday, starts_at, ends_at, since, coalesce(revoked_at, now())
from public.mentor_hours join public.mentors on id = mentor_id
where (not active or revoked_at is not null) and since < coalesce(revoked_at, now());
