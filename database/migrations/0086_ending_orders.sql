-- A step may have two mails: its own, and the one a day before its order ends.
alter table private.payment_mails add column ends_soon boolean not null default false;
alter table private.payment_mails drop constraint payment_mails_pkey;
alter table private.payment_mails add primary key (step_id, ends_soon);
