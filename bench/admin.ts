import path from "node:path";
import pg from "pg";
import { Database } from "./database.ts";
import { median } from "./report.ts";
import { startMaarga } from "./tested-servers.ts";

/** Response times of the admin screens with 100,000 students, compared with 100: over HTTP, in turn. */

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const SIZES = { few: 100, many: 100_000 } as const;
const ROUNDS = 25;
const ADMIN = { email: "admin@example.org", password: "only for this benchmark" };

/** Gives a plan to each student without one. The replica role skips the triggers, which apply to assignments by admins. */
const ASSIGN_MISSING_PLANS = `
  begin;
  set local session_replication_role = replica;
  insert into public.user_plans (user_id, plan_level, plan_exam, plan_name, assigned_at, expires_at)
  select id, 'ug', 'cet', 'Basic', now(), now() + interval '1 year' from public.profiles where not has_plan;
  commit;
  update private.student_facts set plan_level = 'ug', plan_exam = 'cet', plan_name = 'Basic', plan_is_active = true,
    plan_ends_at = now() + interval '1 year'
  where not plan_is_active;
  -- As many as in a season, spread over all: calls, documents, payments, marks.
  update private.student_facts set
    has_booked = abs(hashtext(id::text)) % 7 = 0,
    has_paid = abs(hashtext(id::text)) % 3 = 0,
    has_claim = abs(hashtext(id::text)) % 500 = 0,
    last_document_at = case when abs(hashtext(id::text)) % 4 = 0 then joined_at end,
    last_seen_at = joined_at;
  insert into public.student_marks (id, name, made_by_email)
    values ('0c000000-0000-4000-8000-000000000001', 'call back', 'bench');
  insert into public.marked_students (mark_id, student_id, put_by_email)
    select '0c000000-0000-4000-8000-000000000001', id, 'bench' from private.student_facts
    where abs(hashtext(id::text)) % 50 = 0;
  analyze public.user_plans`;
const ADD_AUDIT_LOG_ENTRIES = `
  insert into public.audit_log (actor_email, action, subject_id, subject, details, address)
  select '${ADMIN.email}', case when has_plan then 'plan assigned' else 'document viewed' end, id,
    first_name || ' ' || last_name || ' <' || email || '>', '{"plan": "Basic (UG CET)"}', '127.0.0.1'
  from public.profiles`;
const CAMPAIGN = {
  requestId: "6b1f2ad4-54f0-4c3e-9a56-0d4bdfb5a8a1",
  level: null,
  exam: null,
  name: null,
  subject: "Round one",
  body: "Please choose by Friday.",
  superAdminPassword: ADMIN.password,
};

type Arguments = Readonly<Record<string, string | number | null | object>>;
type CallFunction = (name: string, args: Arguments) => Promise<unknown[]>;

interface Campaign {
  readonly campaignId: string;
  readonly recipients: number;
}

interface Side extends Campaign {
  readonly call: CallFunction;
  readonly students: number;
  stop(): Promise<void>;
}

type Call = readonly [title: string, name: string, args: Arguments | ((side: Side) => Arguments)];

const CALLS: readonly Call[] = [
  ["first page", "list_students", {}],
  ["page in the middle", "list_students", ({ students }) => ({ page: students / 20 })],
  ["last page", "list_students", ({ students }) => ({ page: students / 10 })],
  ["50 rows a page", "list_students", { page_size: 50 }],
  ...["created_at.asc", "name.asc", "name.desc", "email.asc", "email.desc"].map(
    (sort): Call => [`sorted by ${sort}`, "list_students", { sort }],
  ),
  ...["Active", "Inactive", "None"].flatMap((status): Call[] => [
    [`status ${status}`, "list_students", { status }],
    [`status ${status}, by name`, "list_students", { status, sort: "name.asc" }],
  ]),
  ...Object.entries({
    "full name": "kiran gowda",
    "first name": "kiran",
    "part of a name": "ath",
    "two letters": "ra",
    "one letter": "a",
    "letters without a match": "zq",
    "name without a match": "nobody at all",
    "part of a phone number": "0013",
    "an e-mail": "kiran.gowda6@example.com",
    "end of an e-mail": "77@example.com",
    "text that all students share": "example",
  }).flatMap(([title, search]): Call[] => [
    [`search: ${title}`, "list_students", { search }],
    [`search: ${title}, active, by name`, "list_students", { search, status: "Active", sort: "name.asc" }],
  ]),
  ...Object.entries<[filter: object, sort?: string]>({
    "": [{}],
    ", by name": [{}, "name.asc"],
    ", by the end of the plan": [{}, "planEnd.asc"],
    " of a plan": [{ level: "ug", exam: "neet", status: "Active" }],
    " of a plan, by name": [{ level: "ug", exam: "neet", name: "Medium", status: "Active" }, "name.asc"],
    " whose plan ends": [{ endsWithinDays: 200 }, "planEnd.asc"],
    " who never booked, without a document": [{ booked: "never", documents: "none" }],
    " with new documents": [{ documents: "new" }],
    " whose documents nobody has viewed": [{ documents: "unviewed" }],
    " whose payment waits": [{ payment: "waiting" }],
    " with a mark": [{ mark: "0c000000-0000-4000-8000-000000000001" }],
    " who joined in a month": [{ joinedFrom: "2026-06-01", joinedTo: "2026-06-30" }],
    " without e-mail, not seen": [{ email: "off", notSeenForDays: 100 }],
    " whom nothing matches": [{ language: "kn" }],
    " without a profile": [{ account: "no profile" }],
    " searched": [{ search: "kiran gowda" }],
    " searched, of a plan": [{ search: "kiran", level: "ug", status: "Active" }, "name.asc"],
    " searched for what all have": [{ search: "example" }],
  }).map(
    ([title, [filter, sort]]): Call => [
      `everybody${title}`,
      "find_students",
      { filter, ...(sort !== undefined && { sort }) },
    ],
  ),
  ["today", "today", {}],
  ["figures of a month", "season_figures", {}],
  ["everybody, page in the middle", "find_students", ({ students }) => ({ page: students / 20 })],
  ["audience of all students", "count_audience", {}],
  ["audience of one plan", "count_audience", { level: "ug", exam: "cet", name: "Basic" }],
  ["campaigns", "list_campaigns", {}],
  ...Object.entries({
    "": {},
    ", last page": { page: "last" },
    ", failed": { state: "failed" },
    ", searched": { search: "kiran gowda" },
  }).map(
    ([title, args]): Call => [
      `recipients${title}`,
      "list_campaign_recipients",
      ({ campaignId, recipients }) => ({
        campaign: campaignId,
        ...args,
        ...("page" in args && { page: Math.ceil(recipients / 10) }),
      }),
    ],
  ),
  ["audit log", "list_audit_log", {}],
  ["audit log, searched", "list_audit_log", { search: "kiran gowda" }],
  ["audit log, one action", "list_audit_log", { action_filter: "plan assigned" }],
];

async function benchmarkAdmin(): Promise<string> {
  const database = await Database.start(PROJECT);
  const sides: Side[] = [];
  try {
    for (const [name, students] of Object.entries(SIZES)) {
      sides.push(await openSide(database, name, students));
    }
    const lines = [
      `Admin requests with ${SIZES.many} students, compared with ${SIZES.few}`,
      columns("", "few ms", "many ms", "ratio", "least"),
    ];
    const wanted = process.argv.slice(3);
    for (const [title, name, args] of CALLS) {
      if (wanted.length > 0 && !wanted.some((words) => title.includes(words))) continue;
      const times: number[][] = sides.map(() => []);
      for (let round = -2; round < ROUNDS; round++) {
        for (const [index, side] of sides.entries()) {
          const started = performance.now();
          await side.call(name, typeof args === "function" ? args(side) : args);
          if (round >= 0) times[index]?.push(performance.now() - started); // the first rounds fill the caches
        }
      }
      const [few, many] = times.map(median) as [number, number];
      // Other work on the machine makes the median longer, and hardly the shortest response.
      const least = Math.min(...(times[1] ?? []));
      lines.push(columns(title, few.toFixed(1), many.toFixed(1), (many / few).toFixed(2), least.toFixed(1)));
    }
    return lines.join("\n");
  } finally {
    for (const side of sides) await side.stop();
    await database.stop();
  }
}

function columns(title: string, ...figures: readonly string[]): string {
  return [title.padEnd(52), ...figures.map((figure) => figure.padStart(8))].join(" ");
}

async function openSide(database: Database, name: string, students: number): Promise<Side> {
  const ownerUrl = await database.createDatabase(name);
  const { server } = await startMaarga(PROJECT, {
    ownerUrl,
    dataFolder: path.join(database.folder, name),
    // Without a worker no mail is sent, so the recipients stay as they were created.
    settings: {
      ROLE: "web",
      BOT_CHALLENGE: "off",
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      SUPER_ADMIN_PASSWORD: ADMIN.password,
    },
  });
  const owner = new pg.Client({ connectionString: ownerUrl });
  // Otherwise, the end of the database would hide the failure that caused it.
  owner.on("error", (error) => console.error(`${name}: ${error.message}`));
  await owner.connect();
  const { seedStudents } = await import(path.join(PROJECT, "build", "server", "seed-students.js"));
  await seedStudents((text: string, values: unknown[] = []) => owner.query(text, [...values]), students);

  const address = `http://127.0.0.1:${server.port}`;
  const { publishableKey } = await readBody<{ publishableKey: string }>(
    await fetch(`${address}/config.json`),
  );
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const post = async <Body>(route: string, body: unknown, authorization = `Bearer ${publishableKey}`) =>
    readBody<Body>(
      await fetch(address + route, {
        method: "POST",
        headers: { ...headers, authorization },
        body: JSON.stringify(body),
      }),
    );
  const { access_token } = await post<{ access_token: string }>("/auth/v1/token?grant_type=password", ADMIN);
  const admin = `Bearer ${access_token}`;
  await owner.query(ASSIGN_MISSING_PLANS);
  const startedAt = performance.now();
  const campaign = await post<Campaign>("/functions/v1/send-campaign", CAMPAIGN, admin);
  console.log(
    `a campaign for ${campaign.recipients} recipients was created in ${Math.round(performance.now() - startedAt)} ms`,
  );
  await owner.query(ADD_AUDIT_LOG_ENTRIES);
  await owner.query("vacuum (analyze)");
  return {
    ...campaign,
    students,
    call: (name, args) => post<unknown[]>(`/rest/v1/rpc/${name}`, args, admin),
    async stop() {
      await owner.end();
      await server.stop();
    },
  };
}

async function readBody<Body>(response: Response): Promise<Body> {
  const body = (await response.json()) as Body;
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(body)}`);
  return body;
}
console.log(await benchmarkAdmin());
