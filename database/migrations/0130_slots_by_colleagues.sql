-- Whether a colleague has booked the slot, or moved it last. Its student is told, even if they turned e-mail off.
alter table private.slot_mails add column is_by_colleague boolean not null default false;
