-- needs: colleagues campaign-actions

-- Runs while the columns that refer to the account still name it. Deletes the rights of an admin first, so that all that
-- ends with them ends here too: their campaigns wait for another admin. Then empties the names and addresses that other
-- rows have copied; the rows stay, because they count (docs/security-design.md). A definer, because whoever deletes
-- accounts need not have rights on all tables.
create function private.forget_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.admins where user_id = old.id;
  update public.campaign_recipients set name = 'Deleted account', email = ''
  where user_id = old.id or (user_id is null and email <> '' and lower(email collate "C") = old.email collate "C");
  return old;
end
$$;

create trigger forget_account before delete on auth.users
  for each row execute function private.forget_account();
