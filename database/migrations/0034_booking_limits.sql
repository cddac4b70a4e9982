-- The limits on coming bookings, from the settings BOOKINGS_MAX_UPCOMING and BOOKINGS_MAX_DAYS_AHEAD.
alter table private.settings
  add column bookings_max_upcoming integer not null default 30 check (bookings_max_upcoming > 0),
  add column bookings_max_days_ahead integer not null default 365 check (bookings_max_days_ahead > 0);
