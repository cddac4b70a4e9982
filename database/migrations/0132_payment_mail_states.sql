-- A mail about a step is claimed, then handed to the mail server, then sent or refused
-- (docs/decisions/0084-mails-of-unknown-state.md). A worker that dies while it hands over a mail leaves it unknown whether
-- the mail was sent.
alter table private.payment_mails
  add column state text not null default 'sent' check (state in ('claimed', 'handed over', 'sent', 'refused')),
  -- The same for a mail that an admin sends again, so that mailboxes recognise it.
  add column message_id uuid not null default gen_random_uuid();
alter table private.payment_mails alter column state set default 'claimed';
alter table private.payment_mails rename column sent_at to changed_at;
create index payment_mails_in_doubt on private.payment_mails (changed_at) where state in ('handed over', 'refused');
