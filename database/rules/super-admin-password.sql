-- Read and replaced by the server's own services; no role of the API comes near it.
grant select, insert, update on private.super_admin_password to maarga_server;

create policy "the server keeps the super-admin password" on private.super_admin_password
  for all to maarga_server using (true) with check (true);
