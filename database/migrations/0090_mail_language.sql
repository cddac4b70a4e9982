-- The language of a student's mails (docs/decisions/0066-language-of-mails.md).
alter table public.profiles
  add column language text not null default 'en',
  -- domain/languages.ts has the same: a mail needs a text in each of them.
  add constraint profiles_have_a_known_language check (language in ('en', 'kn'));

comment on column public.profiles.language is 'of mails about slots';
