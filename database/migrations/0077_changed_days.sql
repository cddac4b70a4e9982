-- The days of new bookings of which the servers have not been notified yet (database/rules/live.sql). A crash of the
-- database empties it, and also ends the connections on which the servers listen, after which they trust nothing.
create unlogged table private.changed_days (day text not null);
alter table private.changed_days enable row level security;
