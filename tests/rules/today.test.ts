import { expect, test } from "vitest";
import { everyone } from "./access.ts";
import { at, booking, dayFromToday } from "./calendar.ts";
import { makeMentor } from "./mentor-world.ts";
import { setUpPayments } from "./payments-world.ts";
import { idOf, people } from "./people.ts";
import { refusedWith } from "./rules-world.ts";

const world = setUpPayments();
const { planned, other } = people;

type Item = { id: string; student_id?: string; name: string; at: string; text?: string };
type Section = { count: number; items: Item[] };
type Today = Record<string, Section> & { health: Record<string, unknown> };

const today = async () =>
  (await world.as<{ today: Today }>("admin", "select today()")).rows[0]?.today as Today;
const callOn = (student: string, day: number, times: string) =>
  world.withoutTriggers(
    `insert into slots (id, user_id, start_time, end_time) values (gen_random_uuid(), $1, $2, $3)`,
    [student, ...booking(dayFromToday(day), times)],
  );

test.each([
  ["today", ""],
  ["season_figures", "7"],
])("only admins and the secret key may call %s", async (name, args) => {
  for (const who of everyone) {
    const refused = await world.refusal(who, `select ${name}(${args})`);
    expect(refused?.message).toBe(
      who === "admin" || who === "secretKey"
        ? undefined
        : idOf(who) === null
          ? `permission denied for function ${name}`
          : "You are not authorized to access this page",
    );
  }
});

test("nothing waits in an instance in which nothing has happened", async () => {
  const { health, ...sections } = await today();
  for (const name of [
    "payments",
    "documents",
    "calls",
    "unmarked",
    "failed",
    "doubtful",
    "paused",
    "unconfirmed",
  ])
    expect(sections[name]).toEqual({ count: 0, items: [] });
  expect(health).toEqual({ backed_up_at: null, worked_at: null, disks: [], jobs_failed: 0, jobs_late: 0 });
});

test("payments wait until they are decided about, the oldest first", async () => {
  const first = await world.prove("student");
  const second = await world.prove("expired");
  await world.asOwner("update orders set changed_at = now() - interval '1 hour' where id = $1", [second.id]);
  const { payments } = await today();
  expect(payments).toMatchObject({
    count: 2,
    items: [
      { id: second.id, name: "Expired Gowda", text: expect.stringContaining(second.number) },
      { id: first.id, name: "Student Gowda", student_id: people.student.id },
    ],
  });
  await world.as("admin", "select * from confirm_order($1)", [first.id]);
  expect((await today()).payments).toMatchObject({ count: 1 });
});

test("documents wait until an admin has viewed them", async () => {
  await world.as("planned", "insert into storage.objects (bucket_id, name) values ('user-documents', $1)", [
    `${planned.id}/1700000000001_marks.pdf`,
  ]);
  expect((await today()).documents).toMatchObject({ count: 1, items: [{ student_id: planned.id }] });
  // A mentor's view does not count as an admin's.
  await makeMentor(world, "newcomer");
  await world.as("newcomer", "select private.record_view('user-documents', $1)", [
    `${planned.id}/1700000000001_marks.pdf`,
  ]);
  expect((await today()).documents?.count).toBe(1);
  await world.asOwner("insert into private.document_views (admin_id, student_id) values ($1, $2)", [
    people.formerAdmin.id,
    planned.id,
  ]);
  expect((await today()).documents).toEqual({ count: 0, items: [] });
});

test("the calls of the day are there with those to come, and earlier ones until they are marked and have a note", async () => {
  await callOn(planned.id, 0, "10:30-11:00");
  await callOn(other.id, -1, "10:30-10:45");
  await callOn(planned.id, -2, "10:30-11:00");
  await callOn(planned.id, -20, "10:30-11:00");
  const rows = await today();
  expect(rows.calls).toMatchObject({ count: 1, items: [{ name: "Planned Gowda" }] });
  const earlier = rows.unmarked?.items.filter(
    ({ at: start }) => new Date(start) < new Date(at(dayFromToday(0), "00:00")),
  );
  expect(earlier).toMatchObject([
    { student_id: planned.id, text: "not marked" },
    { student_id: other.id, text: "not marked" },
  ]);
  const [held, missed] = earlier ?? [];
  const mark = "insert into call_outcomes (slot_id, outcome) values ($1, $2)";
  await world.asOwner(mark, [held?.id, "held"]);
  await world.asOwner(mark, [missed?.id, "missed"]);
  const left = async () =>
    (await today()).unmarked?.items
      .filter(({ id }) => id === held?.id || id === missed?.id)
      .map(({ text }) => text);
  expect(await left()).toEqual(["no note"]);
  await world.asOwner("insert into slot_agreements (slot_id, agreed) values ($1, 'Apply')", [held?.id]);
  expect(await left()).toEqual([]);
});

test("plans that end within a week are there, and no other", async () => {
  await world.asOwner(
    "update private.student_facts set plan_ends_at = now() + interval '6 days' where id = $1",
    [other.id],
  );
  expect((await today()).ending).toMatchObject({
    count: 1,
    items: [{ student_id: other.id, text: "UG / CET / Basic" }],
  });
});

test("failed mails are counted by campaign, and paused campaigns say why", async () => {
  const campaign = "0c000000-0000-4000-8000-000000000001";
  await world.withoutTriggers(
    `insert into campaigns (id, request_id, subject, body, state, paused_by)
     values ($1, gen_random_uuid(), 'Round one', 'x', 'paused', 'failures')`,
    [campaign],
  );
  await world.withoutTriggers(
    `insert into campaign_recipients (campaign_id, name, email, state, finished_at)
     select $1, 'x', n || '@example.org', 'failed', now() - n * interval '3 days' from generate_series(1, 3) as n`,
    [campaign],
  );
  const { failed, paused } = await today();
  expect(failed).toMatchObject({ count: 2, items: [{ id: campaign, name: "Round one", text: "2 failed" }] });
  expect(paused).toMatchObject({
    count: 1,
    items: [{ id: campaign, text: "paused because too many mails failed" }],
  });
});

test("sign-ups that nobody has confirmed wait, once per address", async () => {
  for (const hours of [1, 2])
    await world.asOwner(
      `insert into auth.pending_sign_ups (email, link_hash, code_hash, created_at, expires_at)
       values ('late@example.org', sha256($1::text::bytea), '', now() - make_interval(hours => $1::int), now() + interval '1 day')`,
      [hours],
    );
  expect((await today()).unconfirmed).toMatchObject({ count: 1, items: [{ name: "late@example.org" }] });
});

test("the page knows the last backup, the disks, and the jobs that failed or wait", async () => {
  await world.asOwner("select private.record_action('backup made', null, null)");
  await world.asOwner(
    "insert into private.disk_states (host, free_bytes, total_bytes) values ('one', 1, 10)",
  );
  expect((await today()).health).toMatchObject({
    backed_up_at: expect.any(String),
    worked_at: expect.any(String),
    disks: [{ host: "one", free_bytes: 1, total_bytes: 10 }],
  });
});

test("the figures are those of each day and plan in Karnataka", async () => {
  await world.pay("student");
  await callOn(planned.id, 0, "10:30-11:00");
  await callOn(planned.id, -7, "10:30-11:00");
  const { rows } = await world.as(
    "admin",
    "select day::text, kind, plan, number, amount_paise from season_figures(7)",
  );
  const day = dayFromToday(0);
  expect(rows).toEqual([
    { day, kind: "calls", plan: "UG / CET / Advanced", number: 1, amount_paise: "0" },
    { day, kind: "payments", plan: "UG / CET / Medium", number: 1, amount_paise: expect.any(String) },
    ...["No plan", "PG / NEET / Basic", "UG / CET / Advanced", "UG / CET / Basic", "UG / CET / Medium"].map(
      (plan) => expect.objectContaining({ day, kind: "registrations", plan }),
    ),
  ]);
  expect(await world.refusal("admin", "select season_figures(401)")).toEqual(
    refusedWith("Please choose at most 400 days."),
  );
});
