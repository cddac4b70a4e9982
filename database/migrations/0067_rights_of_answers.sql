-- An answer that was given to an admin or a mentor is not given again to somebody who has lost the rights
-- (request-answers.sql).
delete from private.request_answers;
alter table private.request_answers add column rights text not null;
