-- An approval counts for the content that the approving admin has seen (docs/decisions/0102-second-pair-of-eyes.md).

-- What private.campaign_content_hash returned for it. A campaign that was approved before this column waits again.
alter table public.campaigns add column approved_content text;
alter table private.campaign_attachments
  add column sha256 bytea not null generated always as (sha256(content)) stored;
