// `npm run bench -- pages`: how soon a student can use the pages of the app on a cheap phone with a slow connection.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { chromium } from "@playwright/test";
import pg from "pg";
import { Database } from "./database.ts";
import type { Interaction } from "./pages/interactions.ts";
import { PROFILES, type Profile } from "./pages/profiles.ts";
import { type Login, type Visit, Visitor } from "./pages/visit.ts";
import { median } from "./report.ts";
import { startMaarga } from "./tested-servers.ts";

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const OPTIONS = process.argv.slice(3);
const ROUNDS = OPTIONS.includes("--quick") ? 1 : 5;
const PATHS = ["/pricing", "/book-slot", "/documents"] as const;
const STUDENT: Login = { email: "asha@example.org", password: "only for this benchmark" };

type Results = Map<string, Visit[]>;

const database = await Database.start(PROJECT);
const { server } = await startMaarga(PROJECT, {
  ownerUrl: database.ownerUrl,
  dataFolder: path.join(database.folder, "maarga"),
  settings: { SUPPORT_EMAIL: "help@example.org", SUPPORT_PHONE: "+91 80 5550 1234" },
});
const { findChromium } = (await import(path.join(PROJECT, "scripts", "set-up", "chromium.mjs"))) as {
  findChromium: () => Promise<string | undefined>;
};
const executablePath = await findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }) });
try {
  await addStudent();
  const visitor = new Visitor(browser, `http://127.0.0.1:${server.port}`);
  const session = await visitor.logIn(STUDENT);
  const profiles = PROFILES.filter(({ name }) =>
    OPTIONS.every((option) => !/^[A-Z]$/.test(option) || option === name),
  );
  for (const profile of profiles) {
    const results: Results = new Map();
    for (let round = 0; round < ROUNDS; round++) await measure(visitor, profile, session, results);
    console.log(tableOf(profile, results));
  }
  await addPastSlots();
  for (const profile of profiles)
    console.log(interactionsOf(profile, await measureInteractions(visitor, profile, session)));
} finally {
  await browser.close();
  await server.stop();
  await database.stop();
}

async function measure(
  visitor: Visitor,
  profile: Profile,
  session: Awaited<ReturnType<Visitor["logIn"]>>,
  results: Results,
): Promise<void> {
  const add = (name: string, visit: Visit) => {
    results.set(name, [...(results.get(name) ?? []), visit]);
    if (OPTIONS.includes("--requests"))
      console.log([`\n${name}: usable after ${visit.usable.toFixed(0)} ms`, ...visit.lines].join("\n"));
  };
  const { auth, pricing } = await visitor.firstLogin(profile, STUDENT);
  add("/auth", auth);
  add("click on Login to /pricing", pricing);
  for (const address of PATHS) {
    const visits = await visitor.openThrice(profile, address, session);
    for (const [name, visit] of Object.entries(visits)) add(`${address}, ${name}`, visit);
  }
}

async function measureInteractions(
  visitor: Visitor,
  profile: Profile,
  session: Awaited<ReturnType<Visitor["logIn"]>>,
): Promise<Interaction[][]> {
  const rounds: Interaction[][] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await visitor.interact(profile, session));
  return rounds;
}

function interactionsOf({ name: profile, cpu }: Profile, rounds: readonly Interaction[][]): string {
  const rows = (rounds[0] ?? []).map(({ name }, at) => {
    const durations = rounds.map((round) => round[at]?.durationMs ?? Number.NaN);
    return `| ${name} | ${median(durations)} ms |`;
  });
  return ["", `| ${profile}: from a tap to the next paint, CPU ${cpu}× | |`, "| --- | --: |", ...rows].join(
    "\n",
  );
}

/** A table in Markdown, with the medians of all rounds. */
function tableOf(profile: Profile, results: Results): string {
  const rows = [...results].map(([name, visits]) => {
    const of = (read: (visit: Visit) => number | undefined) =>
      median(visits.map((visit) => read(visit) ?? Number.NaN));
    return [
      name,
      of(({ kilobytes }) => kilobytes).toFixed(0),
      of(({ requests }) => requests),
      of(({ depth }) => depth),
      seconds(of(({ firstPaint }) => firstPaint)),
      seconds(of(({ largestPaint }) => largestPaint)),
      seconds(of(({ usable }) => usable)),
      seconds(of(({ blocking }) => blocking)),
    ];
  });
  const total = (results.get("/auth") ?? []).map(
    ({ usable }, round) =>
      usable + (results.get("click on Login to /pricing")?.[round]?.usable ?? Number.NaN),
  );
  rows.splice(2, 0, ["first login in all", "", "", "", "", "", seconds(median(total)), ""]);
  const lines = [
    [
      `Profile ${profile.name}`,
      "kB",
      "requests",
      "depth",
      "first paint",
      "largest paint",
      "usable",
      "blocking",
    ],
    ["---", ...Array.from({ length: 7 }, () => "--:")],
    ...rows,
  ];
  return `\n${profile.name}: ${profile.description}\n\n${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`;
}

function seconds(milliseconds: number): string {
  return Number.isNaN(milliseconds) ? "" : `${(milliseconds / 1_000).toFixed(2)} s`;
}

/** A student with a profile and a plan, who can log in. */
async function addStudent(): Promise<void> {
  const { hashPassword } = (await import(path.join(PROJECT, "build", "server", "hashing.js"))) as {
    hashPassword: (password: string) => Promise<string>;
  };
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const id = randomUUID();
  await owner.query(
    "insert into auth.users (id, email, password_hash, email_confirmed_at) values ($1, $2, $3, now())",
    [id, STUDENT.email, await hashPassword(STUDENT.password)],
  );
  await owner.query(
    "insert into public.profiles (id, email, first_name, last_name, phone) values ($1, $2, 'Asha', 'Gowda', '9845000000')",
    [id, STUDENT.email],
  );
  await owner.query(
    "insert into public.user_plans (user_id, plan_level, plan_exam, plan_name) values ($1, 'ug', 'cet', 'Basic')",
    [id],
  );
  await owner.end();
}

/** For the longest list: three a day, as many as students may book. */
async function addPastSlots(): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("set session_replication_role = replica");
  await owner.query(
    `insert into public.slots (user_id, start_time, end_time)
     select id, start, start + interval '15 minutes'
     from auth.users, generate_series(1, 100) as days_ago, generate_series(10, 12) as hour,
       lateral (select date_trunc('day', now()) - days_ago * interval '1 day' + hour * interval '1 hour') as at (start)
     where email = $1`,
    [STUDENT.email],
  );
  await owner.end();
}
