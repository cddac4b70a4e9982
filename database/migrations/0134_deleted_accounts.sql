-- The recipients of campaigns and the steps of orders leave no name of a deleted account
-- (docs/decisions/0102-second-pair-of-eyes.md).

-- The address is '' once the account is deleted, which may happen to several recipients. The first two columns are also
-- the order of the list.
drop index public.campaign_recipients_once_each;
create unique index campaign_recipients_once_each on public.campaign_recipients (
  campaign_id, lower(email collate "C"), (case when email = '' then id else '00000000-0000-0000-0000-000000000000' end)
);
-- Finds the recipients of an account that had no profile.
create index campaign_recipients_without_profile on public.campaign_recipients (lower(email collate "C"))
  where user_id is null and email <> '';

-- Recipients and steps of accounts that were deleted before.
update public.campaign_recipients set name = 'Deleted account', email = ''
where user_id is null and not exists (
  select from auth.users where users.email = lower(campaign_recipients.email collate "C") collate "default"
);
update public.order_steps set actor_email = 'the student' where not is_by_desk and actor is not null;
