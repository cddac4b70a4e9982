import type pg from "pg";
import type { Caller } from "../../server/postgres/database.ts";

type Person = Caller & { readonly id?: string };

const signedIn = (number: number) => {
  const id = `a1b2c3d4-0000-4000-8000-${String(number).padStart(12, "0")}`;
  return { id, role: "authenticated", claims: { sub: id, role: "authenticated" } } as const;
};

/** Everyone whom a rule may have to distinguish, with the role and claims that the server sets for them. */
export const people = {
  visitor: { role: "anon", claims: { role: "anon" } },
  /** Signed in, without a profile yet. */
  newcomer: signedIn(1),
  /** Has a profile and never had a plan. */
  student: signedIn(2),
  /** UG CET Advanced: slots of 30 minutes. */
  planned: signedIn(3),
  /** UG CET Basic: slots of 15 minutes. */
  other: signedIn(4),
  /** Had PG NEET Basic. It ended a second ago, and the job that marks it as ended has not run yet. */
  expired: signedIn(5),
  admin: signedIn(6),
  /** Lost their admin rights; their access token is still valid. */
  formerAdmin: signedIn(7),
  secretKey: { role: "service_role", claims: { role: "service_role" } },
} as const satisfies Record<string, Person>;

export type Who = keyof typeof people;

export function idOf(who: Who): string | null {
  const person: Person = people[who];
  return person.id ?? null;
}

const ROWS = `
  insert into auth.users (id, email, email_confirmed_at)
  select format('a1b2c3d4-0000-4000-8000-%s', lpad(number::text, 12, '0'))::uuid, name || '@example.org', now()
  from unnest(array['newcomer', 'student', 'planned', 'other', 'expired', 'admin', 'former'])
    with ordinality as person (name, number);
  insert into private.admins (user_id, granted_by)
  values ('${people.admin.id}', 'tests'), ('${people.formerAdmin.id}', 'tests');
  delete from private.admins where user_id = '${people.formerAdmin.id}';
  insert into public.profiles (id, email, first_name, last_name, phone)
  select id, email, initcap(split_part(email, '@', 1)), 'Gowda', '90000 0000' || right(id::text, 1)
  from auth.users where id <> '${people.newcomer.id}';
  insert into public.user_plans (user_id, plan_level, plan_exam, plan_name) values
    ('${people.planned.id}', 'ug', 'cet', 'Advanced'),
    ('${people.other.id}', 'ug', 'cet', 'Basic'),
    ('${people.expired.id}', 'pg', 'neet', 'Basic');
  set session_replication_role = replica; -- no trigger refuses the past date
  update public.user_plans set expires_at = now() - interval '1 second' where user_id = '${people.expired.id}';
  reset session_replication_role;
  select private.refresh_student_facts('${people.expired.id}');
`;

export async function insertPeople(owner: pg.Client): Promise<void> {
  await owner.query(ROWS);
}
