-- needs: identity audit-log audit-actions orders
-- The texts that admins save for all admins.

create policy "admins see templates" on public.mail_templates
  for select to authenticated using ((select private.is_admin()));
create policy "the secret key sees templates" on public.mail_templates for select to service_role using (true);
grant select on public.mail_templates to authenticated, service_role;

-- A definer, because only this function and the next one write the table.
create function public.save_mail_template(label text, subject text, body text) returns uuid
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  saved uuid;
begin
  perform private.require_admin();
  if btrim(label) = '' or btrim(subject) = '' or btrim(body) = '' then
    raise exception 'A template needs a name, a subject and a text.' using errcode = 'P0001';
  end if;
  -- If two admins save at the same moment, the second one replaces the text of the first or reaches the limit.
  perform pg_advisory_xact_lock(hashtext('mail templates'));
  insert into public.mail_templates as template (label, subject, body, saved_by_email)
  values (btrim(save_mail_template.label), save_mail_template.subject, save_mail_template.body, private.actor_name())
  on conflict (lower(label)) do update set
    label = excluded.label, subject = excluded.subject, body = excluded.body, saved_at = now(),
    saved_by_email = excluded.saved_by_email
  returning id into saved;
  if (select count(*) from public.mail_templates) > 100 then
    raise exception 'There are 100 templates already. Remove one first.' using errcode = 'P0001';
  end if;
  perform private.record_action('mail template saved', saved, btrim(save_mail_template.label));
  return saved;
end
$$;
comment on function public.save_mail_template is 'For admins only.';

create function public.remove_mail_template(template uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  removed public.mail_templates;
begin
  perform private.require_admin();
  delete from public.mail_templates where id = template returning * into removed;
  if not found then
    raise exception 'This template was removed already.' using errcode = 'P0001';
  end if;
  perform private.record_action('mail template removed', template, removed.label);
end
$$;
comment on function public.remove_mail_template is 'For admins only.';

grant execute on function
  public.save_mail_template(text, text, text), public.remove_mail_template(uuid) to authenticated, service_role;
