-- needs: identity
-- The rights to read the published closing ranks and their tables. Visitors get them from the server's pages.

create policy "everyone signed in sees merit lists" on public.merit_lists for select to authenticated using (true);
create policy "everyone signed in sees colleges" on public.colleges for select to authenticated using (true);
create policy "everyone signed in sees courses" on public.courses for select to authenticated using (true);
create policy "published seats are seen" on public.college_courses
  for select to authenticated using (is_published or (select private.is_admin()));
create policy "everyone signed in sees categories" on public.cutoff_categories for select to authenticated using (true);
create policy "everyone signed in sees sources" on public.cutoff_sources for select to authenticated using (true);
create policy "everyone signed in sees rounds" on public.cutoff_rounds for select to authenticated using (true);
create policy "everyone signed in sees lists" on public.cutoff_lists for select to authenticated using (true);
create policy "published editions are seen" on public.cutoff_editions
  for select to authenticated using (state in ('current', 'replaced') or (select private.is_admin()));
create policy "everyone signed in sees seat counts" on public.seat_counts for select to authenticated using (true);
create policy "everyone signed in sees fees by kind" on public.kind_fees for select to authenticated using (true);
create policy "everyone signed in sees fees of seats" on public.seat_fees for select to authenticated using (true);
create policy "everyone signed in sees the version" on public.cutoff_version for select to authenticated using (true);

grant select on
  public.merit_lists, public.colleges, public.courses, public.college_courses, public.cutoff_categories,
  public.cutoff_sources, public.cutoff_rounds, public.cutoff_lists, public.seat_counts, public.kind_fees,
  public.seat_fees, public.cutoff_version
  to authenticated, service_role, maarga_server;
-- The audit log records the person who added and published an edition.
grant select (
  id, list_id, state, is_provisional, title, source_address, source_sha256, file_created_at, read_on, ranks, note,
  added_at, published_at, replaced_at
) on public.cutoff_editions to authenticated;
grant select on public.cutoff_editions, public.closing_ranks to service_role, maarga_server;

do $$
declare
  subject regclass;
begin
  foreach subject in array array[
    'public.merit_lists', 'public.colleges', 'public.courses', 'public.college_courses', 'public.cutoff_categories',
    'public.cutoff_sources', 'public.cutoff_rounds', 'public.cutoff_lists', 'public.cutoff_editions',
    'public.closing_ranks', 'public.seat_counts', 'public.kind_fees', 'public.seat_fees', 'public.cutoff_version'
  ]::regclass[] loop
    execute format('create policy "the server and the secret key see all" on %s for select to service_role, maarga_server using (true)', subject);
  end loop;
end
$$;

-- The editions that searches and likelihoods count.
create view public.current_editions with (security_invoker = true) as
select
  edition.id as edition_id, edition.list_id, list.round_id, list.region, round.merit_list_id,
  merit_list.code as merit_list, merit_list.exam, round.year, round.round, round.is_mock, round.position,
  edition.is_provisional, edition.title, edition.source_address, edition.source_sha256, edition.file_created_at,
  edition.read_on, edition.ranks
from public.cutoff_editions edition
  join public.cutoff_lists list on list.id = edition.list_id
  join public.cutoff_rounds round on round.id = list.round_id
  join public.merit_lists merit_list on merit_list.id = round.merit_list_id
where edition.state = 'current';
grant select on public.current_editions to authenticated, service_role, maarga_server;
