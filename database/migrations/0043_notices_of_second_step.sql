-- Only a notice about the second step may remove what was added to it: somebody who reads the owner's mail would otherwise
-- get around it with an older notice about something else.
alter table auth.notice_tokens add column is_about_second_step boolean not null default false;
