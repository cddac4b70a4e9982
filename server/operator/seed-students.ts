import type { Query } from "../postgres/database.ts";
import { StartupError } from "../startup-error.ts";

/** The start of each id: it marks the sample students. */
const SAMPLE_ID_PREFIX = "5eed0000-0000-4000-8000-";

const FIRST_NAMES =
  `Aarav Abhishek Aishwarya Akash Akshata Amrutha Ananya Anjali Arjun Arpitha Ashwini Basavaraj Bhavana Bhoomika Chaitra
  Chandan Charan Chethan Darshan Deeksha Deepika Dhanush Divya Fathima Gagan Ganesh Harshitha Hemanth Imran Irfan Jyothi
  Kavana Kavya Keerthana Kiran Lakshmi Likhith Madhu Mahesh Manasa Manoj Meghana Mohammed Nagaraj Namratha Nandini Naveen
  Nayana Nikhil Nisha Pallavi Pavan Pooja Poornima Prajwal Pranav Priyanka Rachana Raghavendra Rakesh Rakshitha Ramya
  Rohan Roopa Sahana Sanjana Santhosh Shalini Shashank Shreyas Shruthi Sinchana Sneha Spoorthi Suhas Sumanth Sushmitha
  Swathi Tejas Thanuja Uday Varsha Vidya Vijay Vinay Vishwas Yashaswini Zoya`.split(/\s+/);
const LAST_NAMES =
  `Acharya Angadi Badiger Banakar Bhat Biradar Chikkanna D'Souza Desai Fernandes Gowda Hegde Hiremath Hosamani Hulagi
  Iyengar Joshi Kamath Kambar Karanth Kattimani Khan Kulkarni Kumbar Lobo Madar Madiwalar Malagi Mulla Murthy Nadagouda
  Naik Nayak Pai Pasha Patil Poojary Prabhu Pujar Rai Rao Reddy Sajjan Savadi Shanbhag Sheikh Shenoy Shetty Shivanna
  Siddaiah Swamy Talawar Urs Wali Yadav`.split(/\s+/);
const CITIES =
  `Ballari Belagavi Bengaluru Bidar Davanagere Hassan Hubballi Kalaburagi Mangaluru Mysuru Raichur
  Shivamogga Tumakuru Udupi Vijayapura`.split(/\s+/);
const PLANS = ["ug cet Basic", "ug cet Medium", "ug cet Advanced", "ug neet Basic", "ug neet Medium"].concat([
  "ug neet Advanced",
  "pg cet Basic",
  "pg cet Advanced",
  "pg neet Basic",
  "pg neet Advanced",
]);

/**
 * Each row depends on its number only. Of every 100 students, 40 never had a plan, 25 had one that has ended, and 35
 * have one; 15 of these 35 had another one before. The addresses belong to nobody, and no mobile number in India begins
 * with 5.
 */
const GENERATE = `
  create temporary table sample on commit drop as
  select
    ($1 || lpad(n::text, 12, '0'))::uuid as id,
    first_name,
    last_name,
    lower(first_name || '.' || replace(last_name, '''', '')) || n || '@example.com' as email,
    '5' || lpad((n * 7919 % 10000)::text, 4, '0') || ' ' || lpad((n * 60013 % 100000)::text, 5, '0') as phone,
    ($6::text[])[1 + abs(hashint8extended(n, 3) % cardinality($6))] as city,
    string_to_array(($7::text[])[1 + abs(hashint8extended(n, 4) % cardinality($7))], ' ') as plan,
    now() - interval '1 year' * abs(hashint8extended(n, 5) % 1000000) / 1000000 as created_at,
    abs(hashint8extended(n, 6) % 100) as percentile
  from generate_series($2::bigint, $3::bigint) as n
  cross join lateral (select
    ($4::text[])[1 + abs(hashint8extended(n, 1) % cardinality($4))] as first_name,
    ($5::text[])[1 + abs(hashint8extended(n, 2) % cardinality($5))] as last_name
  ) as names`;

const INSERTS = [
  `insert into auth.users (id, email, email_confirmed_at, created_at)
   select id, email, created_at, created_at from sample`,
  `insert into public.profiles (id, email, first_name, last_name, phone, city, state, notify_email, has_plan, had_plan, created_at)
   select id, email, first_name, last_name, phone, city, 'Karnataka',
     case when percentile >= 40 then percentile % 20 > 0 end, percentile >= 65, percentile >= 40, created_at
   from sample`,
  `insert into private.student_list
   select listed.* from public.profiles join sample using (id) cross join lateral private.student_list_row(profiles) as listed`,
  "insert into private.student_counts select percentile >= 65, percentile >= 40, count(*) from sample group by 1, 2",
  `insert into public.user_plans (user_id, plan_level, plan_exam, plan_name, active, assigned_at, expires_at)
   select id, plan[1], plan[2], plan[3], percentile >= 65, created_at + (now() - created_at) * 0.5,
     case when percentile < 60 then created_at + (now() - created_at) * 0.75
       else now() + percentile * interval '3 days' end
   from sample where percentile >= 40`,
  `insert into public.user_plans (user_id, plan_level, plan_exam, plan_name, active, assigned_at, expires_at)
   select id, plan[1], plan[2], 'Basic', false, created_at + (now() - created_at) * 0.25, now() + interval '1 month'
   from sample where percentile >= 85`,
  `insert into private.student_facts (
     id, joined_at, email, first_name, last_name, has_profile, is_email_off,
     plan_level, plan_exam, plan_name, plan_is_active, plan_ends_at
   )
   select sample.id, sample.created_at, sample.email, first_name, last_name, true, percentile >= 40 and percentile % 20 = 0,
     plan_level, plan_exam, plan_name, coalesce(active, false), expires_at
   from sample left join lateral (
     select * from public.user_plans where user_id = sample.id order by assigned_at desc limit 1
   ) as latest on true`,
];

const TABLES_WITH_TRIGGERS = ["auth.users", "public.profiles", "public.user_plans"];

/**
 * Adds sample students until there are `total`. Throws if the instance has accounts of real people: lists, counts and
 * mails to all could not tell them apart. Nobody can sign in as a sample student.
 */
export async function seedStudents(query: Query, total: number): Promise<void> {
  await query("begin");
  try {
    // Triggers would refuse rows from the past. The tables are locked until the commit.
    for (const table of TABLES_WITH_TRIGGERS) await query(`alter table ${table} disable trigger user`);
    const first = (await countSampleStudents(query)) + 1;
    await query(GENERATE, [SAMPLE_ID_PREFIX, first, total, FIRST_NAMES, LAST_NAMES, CITIES, PLANS]);
    for (const statement of INSERTS) await query(statement);
    for (const table of TABLES_WITH_TRIGGERS) await query(`alter table ${table} enable trigger user`);
    await query("commit");
  } catch (error) {
    await query("rollback");
    throw error;
  }
  await query(`vacuum (analyze) private.student_list, private.student_facts, ${TABLES_WITH_TRIGGERS}`);
}

/** Admins without a profile are not counted as real people. */
async function countSampleStudents(query: Query): Promise<number> {
  const { rows } = await query<{ sample: number; real: number }>(
    `select
       count(*) filter (where is_sample)::integer as sample,
       count(*) filter (where not is_sample)::integer as real
     from (select id::text like $1 || '%' as is_sample from auth.users
       where exists (select from public.profiles where profiles.id = users.id)
         or not exists (select from private.admins where user_id = users.id)) as students`,
    [SAMPLE_ID_PREFIX],
  );
  const { sample, real } = rows[0] as { sample: number; real: number };
  if (real === 0) return sample;
  throw new StartupError(
    `this instance has accounts of real people (${real}): sample students can only be added to an instance without real accounts`,
  );
}
