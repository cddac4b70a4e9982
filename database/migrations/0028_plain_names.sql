-- Standard names for tables, columns, constraints and indexes. No data changes.

alter table storage.loose_files rename to pending_files;
alter table storage.pending_files rename constraint loose_files_pkey to pending_files_pkey;

alter table private.student_list rename column words to search_text;
alter index private.student_list_by_words rename to student_list_by_search_text;

alter table public.plans rename constraint plans_end_some_day to plans_have_a_finite_expiry;
alter table public.profiles rename constraint profiles_show_all_they_hold to profiles_have_no_hidden_characters;

alter index public.campaigns_under_way rename to campaigns_in_progress;
alter index public.campaign_recipients_in_hand rename to campaign_recipients_being_sent;
