-- Only the notice that two-step login was turned on may turn it off again. A notice about a further app removes no more than
-- that app: somebody who reads the mail of an owner who has changed phones would otherwise get around the second step.
alter table auth.notice_tokens rename column is_about_second_step to is_about_turning_on;
-- Earlier notices do not tell which change they were about.
update auth.notice_tokens set is_about_turning_on = false;
