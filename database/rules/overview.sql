-- needs: identity bounces colleagues mentors missed-calls own-order plans profiles user-plans

-- Returns what every signed-in page asks for, in one call: the caller's profile, their latest plan, the plans on sale,
-- their order, whether their address is bad, whether the caller is an admin or a mentor, their rights as a colleague, and what they may choose when they book. Policies apply as
-- in a request for each. web/queries/overview.ts reads it.
create function public.own_overview() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'profile', (
      select jsonb_build_object(
        'first_name', first_name, 'last_name', last_name, 'phone', phone, 'email', email,
        'bounces', public.own_bad_address()
      )
      from public.profiles
      where id = (select auth.uid())
    ),
    'plan', (
      select jsonb_build_object(
        'plan_level', plan_level, 'plan_exam', plan_exam, 'plan_name', plan_name, 'active', active, 'expires_at', expires_at
      )
      from public.user_plans
      where user_id = (select auth.uid())
      order by assigned_at desc
      limit 1
    ),
    'offers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'plan_level', plan_level, 'plan_exam', plan_exam, 'plan_name', plan_name, 'price', price, 'expires_at', expires_at
      )), '[]')
      from public.plans
      where expires_at > now()
    ),
    'admin', case
      when private.is_admin() then 'granted'
      when private.needs_admin_two_step() then 'needs two-step'
      else 'none'
    end,
    'colleague', (select to_jsonb(access) from public.check_rights() as access),
    'mentor', (select to_jsonb(access) from public.check_mentor() as access),
    'booking', (select to_jsonb(terms) from public.booking_terms() as terms),
    'order', public.own_order()
  );
$$;

grant execute on function public.own_overview() to authenticated;
