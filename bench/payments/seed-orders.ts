import type pg from "pg";

/** Students with an open order each. Their names are put together from syllables, so that a few have the same one. */
const STUDENTS = `
  create temporary table sample as
  select
    n, gen_random_uuid() as user_id, gen_random_uuid() as order_id, (410000000000 + n * 7)::text as utr,
    (array['An','Bha','Chan','De','Ga','Ha','In','Ja','Ka','La','Ma','Na','Pra','Ra','Sha','Su','Ta','Ud','Va','Ya'])[1 + n % 20]
      || (array['dita','kshmi','mesh','nanda','rada','shwini','thika','vani','yank','drika'])[1 + n / 20 % 10] as first_name,
    (array['Gow','Het','Ka','Me','Nai','Pat','Rao','Shet','Sri','Vi'])[1 + n / 7 % 10]
      || (array['da','gade','math','non','ra','til','shma','ty','nivas','raj','kar','pati'])[1 + n / 3 % 12] as last_name,
    '+91 9' || lpad(n::text, 9, '0') as phone,
    (array['Basic','Medium','Advanced'])[1 + n % 3] as plan_name, (array[300000, 500000, 800000])[1 + n % 3] as amount,
    case when n % 5 < 2 then 'proof sent' else 'made' end as state,
    now() - interval '5 days' * (n % 100) / 100 as made_at
  from generate_series($1::int, $2::int - 1) as n`;

const ROWS = [
  "begin",
  // The triggers would compute a row of the students' list for each row.
  "set local session_replication_role = replica",
  `insert into auth.users (id, email, email_confirmed_at)
   select user_id, 'payer' || n || '@example.org', now() from sample`,
  `insert into public.profiles (id, email, first_name, last_name, phone)
   select user_id, 'payer' || n || '@example.org', first_name, last_name, phone from sample`,
  `insert into public.orders (
     id, number, user_id, plan_level, plan_exam, plan_name, amount_paise, state, made_at, valid_until, changed_at
   )
   select order_id, private.order_number(number), user_id, 'ug', 'cet', plan_name, amount, state, made_at,
     made_at + interval '7 days', made_at
   from sample cross join lateral (
     select string_agg(substr(private.order_alphabet(), 1 + n / (29 ^ digit)::int % 29, 1), '') as number
     from generate_series(0, 3) as digit
   ) as numbers`,
  `insert into public.order_steps (order_id, action, from_state, to_state, at, is_by_desk, actor_email)
   select order_id, 'make', null, 'made', made_at, false, 'bench' from sample`,
  `insert into public.order_steps (order_id, action, from_state, to_state, at, is_by_desk, actor_email)
   select order_id, 'send proof', 'made', 'proof sent', made_at, false, 'bench' from sample where state = 'proof sent'`,
  `update public.orders set last_step = step.id
   from (select order_id, max(id) as id from public.order_steps group by 1) as step where step.order_id = orders.id`,
  `insert into public.payments (order_id, utr, source, claimed_at)
   select order_id, utr, 'student', made_at from sample where state = 'proof sent'`,
  "insert into private.match_queue (order_id) select order_id from sample",
  "commit",
];

/**
 * A statement of the last five days. Every fifth line is the payment of a student: by the UTR that they have sent, the number
 * of their order, their name or their phone number. The others are no payments of students.
 */
const LINES = `
  select
    to_char((now() at time zone 'Asia/Kolkata')::date - lines.n % 5, 'DD/MM/YYYY') as day,
    format('UPI/CR/%s/%s', coalesce(case when sample.state = 'proof sent' then utr end, (510000000000 + lines.n)::text), case
      when sample.n is null then 'M/S ' || translate(md5(lines.n::text), '0123456789', 'ghijklmnop') || '/SUPPLIES'
      when sample.state = 'proof sent' then 'PAYMENT/SBIN'
      when sample.n % 5 = 2 then replace(number, '-', '')
      when sample.n % 5 = 3 then upper(first_name || ' ' || last_name)
      else '91' || right(phone, 10) || '@ybl'
    end) as narration,
    case when sample.n is null then 1 + lines.n % 9000 else amount / 100 end as rupees
  from generate_series($1::int, $2::int - 1) as lines (n)
    left join sample on lines.n % 5 = 0 and sample.n = lines.n / 5
    left join public.orders on orders.id = order_id
  order by lines.n`;

/**
 * Gives a fifth as many new students as lines an open order, and returns the statement as CSV. `before` is the number of
 * lines that were seeded before.
 */
export async function seedOrders(owner: pg.Client, lines: number, before = 0): Promise<string> {
  await owner.query(STUDENTS, [before / 5, (before + lines) / 5]);
  for (const statement of ROWS) await owner.query(statement);
  const { rows } = await owner.query<{ day: string; narration: string; rupees: number }>(LINES, [
    before,
    before + lines,
  ]);
  await owner.query("drop table sample");
  return [
    "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance",
    ...rows.map(({ day, narration, rupees }) => [day, narration, "", day, "", rupees, ""].join(",")),
  ].join("\n");
}
