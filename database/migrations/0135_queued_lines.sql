-- A line that is queued already is not queued again.
create index queued_lines_by_line on private.match_queue (line_id) where line_id is not null;
