-- needs: identity

-- The constraints of the table enforce these rules; the trigger refuses with the messages that the form shows. A form
-- sends '' for an empty field.
create function private.check_offer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if coalesce(new.plan_level, '') = ''
    or coalesce(new.plan_exam, '') = ''
    or coalesce(new.plan_name, '') = ''
    or new.price is null
    or new.expires_at is null
  then
    raise exception 'All fields are required' using errcode = 'P0001';
  end if;
  if new.price > 1000000 then -- MAX_PRICE_RUPEES in domain/prices.ts
    raise exception 'The price can be at most ₹10,00,000.' using errcode = 'P0001';
  end if;
  return new;
end
$$;

create trigger check_offer before insert or update on public.plans
  for each row execute function private.check_offer();

-- Visitors may not read offers: the server shows them the prices only.
create policy "signed-in users see the plans" on public.plans
  for select to authenticated using (true);

-- None of these changes affects assigned plans: user_plans keeps its own copy (user-plans.sql).
create policy "admins add plans" on public.plans
  for insert to authenticated with check ((select private.is_admin()));

create policy "admins change plans" on public.plans
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create policy "admins delete plans" on public.plans
  for delete to authenticated using ((select private.is_admin()));

grant select, delete on public.plans to authenticated;
grant insert (plan_level, plan_exam, plan_name, price, expires_at) on public.plans to authenticated;
grant update (plan_level, plan_exam, plan_name, price, expires_at) on public.plans to authenticated;

-- The secret key needs policies, because an owner without superuser rights cannot grant bypassrls.
create policy "the secret key reads and writes plans" on public.plans
  for all to service_role using (true) with check (true);
grant select, insert, update, delete on public.plans to service_role;

-- The server shows visitors the prices on the home page (server/pages/prices.ts).
create policy "the server reads the plans" on public.plans for select to maarga_server using (true);
grant select (plan_level, plan_exam, plan_name, price, expires_at) on public.plans to maarga_server;
