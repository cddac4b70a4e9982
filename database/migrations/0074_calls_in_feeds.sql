-- Whether a feed also shows the calls that its owner holds. Only a mentor makes such a feed (calendar-feeds.sql): an
-- address that they shared as a student must not show the names of students one day.
alter table public.calendar_feeds add column has_calls boolean not null default false;
-- Answers that contain the secret of a feed.
delete from private.request_answers where answer ~ '[0-9a-f]{64}';
