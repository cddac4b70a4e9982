-- Only the server reads and replaces the password: no role of the API has a grant or a policy here.
grant select, insert, update on private.super_admin_password to maarga_server;

create policy "the server reads and writes the super-admin password" on private.super_admin_password
  for all to maarga_server using (true) with check (true);
