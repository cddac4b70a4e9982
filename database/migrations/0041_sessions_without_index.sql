-- The column changes with almost every visit, and an index on it would be written each time. The clean-up reads the whole
-- table anyway, because the limits depend on the role of the user.
drop index auth.sessions_by_last_use;
