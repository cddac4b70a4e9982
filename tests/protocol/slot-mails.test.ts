import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { createStudent, type Member, signInAt } from "../world/members.ts";
import { killServer, type RunningServer, startServer } from "../world/server.ts";
import { type SmtpBehaviour, startSmtp, type TestSmtp } from "../world/smtp.ts";
import { queryAt, transactionAt } from "../world/sql.ts";
import { waitUntil } from "../world/wait-until.ts";

let database: TestDatabase;
let smtp: TestSmtp;
let server: RunningServer;
let behaviour: (attempt: number) => SmtpBehaviour = () => "take";
const start = () =>
  startServer({
    databaseUrl: database.url,
    env: { SMTP_URL: smtp.url, RATE_LIMITS: "on", SUPPORT_PHONE: "+91 80 4000 0000" },
  });
beforeAll(async () => {
  database = await createDatabase();
  smtp = await startSmtp((_to, attempt) => behaviour(attempt));
  server = await start();
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
  await database.drop();
});

/** Returns the times of a slot two days from now. */
function times(time: string) {
  const day = new Date(Date.now() + 2 * 86_400_000).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const start_time = new Date(`${day}T${time}+05:30`);
  return {
    start_time: start_time.toISOString(),
    end_time: new Date(start_time.getTime() + 30 * 60_000).toISOString(),
  };
}

async function book({ id, client }: Member, time: string): Promise<string> {
  const { data, error } = await client
    .from("slots")
    .insert({ user_id: id, ...times(time) })
    .select("id")
    .single();
  if (error) throw error;
  return data.id;
}

const query = (sql: string, values: unknown[] = []) => queryAt<{ found: number }>(database.url, sql, values);
/**
 * Makes the jobs of slots due, and wakes the workers, which otherwise search for jobs every two seconds. Returns false if
 * there are none.
 */
async function runJobs(slot: string | null): Promise<boolean> {
  const [jobs] = await query(
    `with due as (
       update graphile_worker._private_jobs set run_at = least(run_at, now())
       where payload ->> 'slotId' = coalesce($1, payload ->> 'slotId') returning id
     )
     select count(*)::int as found, pg_notify('jobs:insert', '{"count":5}') from due`,
    [slot],
  );
  return jobs?.found !== 0;
}
/** Runs all jobs about the slot, including those that wait for another try, and returns all mails to the student. */
async function allMails({ email }: Member, slot: string) {
  await waitUntil("the jobs of the slot", async () => !(await runJobs(slot)));
  return smtp.deliveries.filter(({ to }) => to === email).map(({ mail }) => mail);
}
const queueReminders = () => query("select graphile_worker.add_job('queue-reminders')");
const waitForReminders = () =>
  waitUntil("the search for reminders", async () => {
    const rows = await query(
      "select 1 as found from graphile_worker.jobs where task_identifier = 'queue-reminders' and run_at <= now()",
    );
    return rows.length === 0;
  });
/** Only time can bring a slot so near. */
const startIn = (slot: string, minutes: number) =>
  transactionAt(database.url, async (client) => {
    await client.query("set local session_replication_role = replica");
    await client.query(
      `update public.slots set start_time = now() + make_interval(mins => $2),
         end_time = now() + make_interval(mins => $2 + 30), changed_at = now() - interval '9 days' where id = $1`,
      [slot, minutes],
    );
  });

test("a student is told what they booked, where it moved, and that it is deleted, each once", async () => {
  const student = await createStudent(server);
  behaviour = (attempt) => (attempt === 1 ? "later" : "take");
  const slot = await book(student, "10:30");
  const [booked] = await allMails(student, slot);
  behaviour = () => "take";
  expect(booked?.subject).toMatch(/^Your slot is booked: \w{3} \d+ \w{3}, 10:30 AM$/);
  expect(booked?.text).toMatch(/When: \w+ \d+ \w+ \d{4}, 10:30 – 11:00 AM, in Indian time/);
  expect(booked?.text).toContain("Your mentor calls you on 9845000000.");
  expect(booked?.text).toContain("Never share a password, OTP or secret key");
  expect(booked?.headers.find(({ key }) => key === "list-unsubscribe-post")).toBeDefined();
  const [attachment] = booked?.attachments ?? [];
  expect(attachment).toMatchObject({ filename: "maarga-slot.ics", mimeType: "text/calendar" });
  const file = new TextDecoder().decode(attachment?.content as ArrayBuffer).replaceAll(/\r?\n /g, "");
  for (const line of [`UID:${slot}@maarga`, "CONTACT:Maarga\\, +91 80 4000 0000", "TRIGGER:-PT15M"])
    expect(file.split(/\r?\n/)).toContain(line);

  for (const time of ["11:30", "12:30"])
    expect((await student.client.from("slots").update(times(time)).eq("id", slot)).error).toBeNull();
  const moved = (await allMails(student, slot)).slice(1);
  expect(moved.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your slot was moved: .* 12:30 PM$/),
  ]);
  expect(moved[0]?.text).toMatch(/It was at .* 10:30 AM\./);

  expect((await student.client.from("slots").delete().eq("id", slot)).error).toBeNull();
  const deleted = (await allMails(student, slot)).slice(2);
  expect(deleted.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your slot was deleted: .* 12:30 PM$/),
  ]);
  expect(deleted[0]?.attachments).toEqual([]);
});

test("a student who chose Kannada gets the mail and its calendar file in Kannada", async () => {
  const student = await createStudent(server);
  const { error } = await student.client.from("profiles").update({ language: "kn" }).eq("id", student.id);
  expect(error).toBeNull();
  const slot = await book(student, "20:30");
  const [mail] = await allMails(student, slot);
  expect(mail?.subject).toMatch(/^ನಿಮ್ಮ ಸ್ಲಾಟ್ ಬುಕ್ ಆಗಿದೆ: \S+ \d+ \S+, ರಾತ್ರಿ 8:30$/);
  expect(mail?.html).toContain('<html lang="kn"');
  expect(mail?.text).toContain("ನಿಮ್ಮ ಮೆಂಟರ್ 9845000000 ನಂಬರ್‌ಗೆ ಕರೆ ಮಾಡುತ್ತಾರೆ.");
  expect(mail?.text).toMatch(/Do you want these mails in English\?\n\S+\/notifications\n/);
  const file = new TextDecoder().decode(mail?.attachments[0]?.content as ArrayBuffer);
  expect(file).toContain("SUMMARY:ಮಾರ್ಗ ಮೆಂಟರ್ ಸ್ಲಾಟ್");
});

test("the link in the mail turns these mails off, except the one that says that a mentor cancelled", async () => {
  const student = await createStudent(server);
  const slot = await book(student, "13:30");
  const [booked] = await allMails(student, slot);
  const link = /<(\S+)>/.exec(
    booked?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "",
  )?.[1];
  expect((await fetch(link ?? "", { method: "POST" })).status).toBe(200);
  await student.client.from("slots").update(times("14:30")).eq("id", slot);
  expect(await allMails(student, slot)).toHaveLength(1);
  await query("delete from public.slots where id = $1 returning 1 as found", [slot]);
  const mails = await allMails(student, slot);
  expect(mails.map(({ subject }) => subject).slice(1)).toEqual([
    expect.stringMatching(/^Your slot was cancelled: .* 2:30 PM$/),
  ]);
  expect(mails[1]?.text).not.toContain("Turn off these mails");
  expect(mails[1]?.text).toMatch(/The nearest free times:\n(.+, in Indian time\n){3}/);
  expect(mails[1]?.text?.split("2:30").length).toBe(3); // in the opening line of the list of mails and after "When"
});

test("a student whose mentor did not come gets an apology with the nearest times, even if they turned e-mail off", async () => {
  const student = await createStudent(server);
  const slot = await book(student, "17:30");
  await allMails(student, slot);
  await startIn(slot, -31);
  await query("update public.profiles set notify_email = false where id = $1", [student.id]);
  behaviour = (attempt) => (attempt === 1 ? "later" : "take");
  await query("insert into public.call_outcomes (slot_id, outcome) values ($1, 'mentor missed')", [slot]);
  const [, apology, ...others] = await allMails(student, slot);
  behaviour = () => "take";
  expect(others).toEqual([]);
  expect(apology?.subject).toMatch(/^We are sorry: your mentor missed your call on /);
  expect(apology?.text).toContain("It does not count as a call that you missed.");
  expect(apology?.text).toMatch(/The nearest free times:\n(.+, in Indian time\n){3}/);
  expect(apology?.text).not.toContain("Turn off these mails");
  expect(apology?.attachments).toEqual([]);
});

test("a mail server that is down for a while does not use up a student's mails of a day", async () => {
  const { id, email } = await createStudent(server);
  behaviour = (attempt) => (attempt <= 30 ? "later" : "take");
  await query(
    `with told as (
       insert into private.slot_mails (slot_id, user_id, told_start, told_end)
       select gen_random_uuid(), $1, now() + interval '2 days', now() + interval '2 days 30 minutes'
       from generate_series(1, 30) returning slot_id
     )
     select graphile_worker.add_job('send-slot-mail', json_build_object(
       'slotId', slot_id, 'about', 'change', 'messageId', gen_random_uuid())) from told`,
    [id],
  );
  await waitUntil("all jobs", async () => !(await runJobs(null)));
  expect(smtp.deliveries.filter(({ to }) => to === email)).toHaveLength(30);
  behaviour = () => "take";
});

test("a reminder is sent once by two servers, not again after a kill in the middle of it, and not when it is too late", async () => {
  const student = await createStudent(server);
  const slot = await book(student, "15:30");
  await allMails(student, slot);
  await startIn(slot, 60 * 23);
  const second = await start();
  await Promise.all([queueReminders(), queueReminders(), queueReminders()]);
  await smtp.taken(2, student.email);
  await waitForReminders();
  await second.stop();
  const mails = await allMails(student, slot);
  expect(mails.map(({ subject }) => subject).slice(1)).toEqual([
    expect.stringMatching(/^Reminder: your slot on /),
  ]);

  behaviour = () => "hold";
  await startIn(slot, 59);
  await queueReminders();
  await smtp.held(1);
  await killServer(server);
  smtp.release();
  behaviour = () => "take";
  // The mail server had it all when the server died.
  await smtp.taken(3, student.email);
  server = await start();
  await queueReminders();
  await waitForReminders();
  expect(await allMails(student, slot)).toHaveLength(3);

  const other = await createStudent(server);
  const late = await book(other, "16:30");
  await allMails(other, late);
  await query("delete from public.slots where id = $1", [slot]);
  await startIn(late, 59);
  behaviour = () => "later";
  await queueReminders();
  await waitUntil("an attempt", () => smtp.tries(other.email) >= 2);
  await startIn(late, -1);
  behaviour = () => "take";
  expect(await allMails(other, late)).toHaveLength(1);
});

test("a time that becomes free is offered to the first who waits, and to the next when they decline or do not answer", async () => {
  const [busy, first, second, third] = [
    await createStudent(server),
    await createStudent(server),
    await createStudent(server),
    await createStudent(server),
  ] as const;
  const day = new Date(Date.now() + 4 * 86_400_000).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  await transactionAt(database.url, async (client) => {
    await client.query("set local session_replication_role = replica");
    await client.query(
      `insert into public.slots (user_id, start_time, end_time)
       select $1, start, start + interval '30 minutes'
       from generate_series($2::timestamptz, $2::timestamptz + interval '11 hours', '1 hour') as start`,
      [busy.id, `${day}T10:30+05:30`],
    );
  });
  for (const { client } of [first, second, third])
    expect((await client.rpc("join_waiting_list", { day })).error).toBeNull();
  expect((await first.client.rpc("own_waiting_days")).data).toMatchObject([{ day, offer: null }]);

  const freed = new Date(`${day}T14:30+05:30`).toISOString();
  expect((await busy.client.from("slots").delete().eq("start_time", freed)).error).toBeNull();
  await smtp.taken(1, first.email);
  const [mail] = smtp.deliveries.filter(({ to }) => to === first.email).map((delivery) => delivery.mail);
  expect(mail?.subject).toMatch(/^Free for you until \d+:\d\d [AP]M: \w{3} \d+ \w{3}, 2:30 PM$/);
  expect(mail?.text).toMatch(/We keep it for you until .* goes to the next student\./);
  expect(mail?.text).toContain("Turn off these mails");
  expect(mail?.attachments).toEqual([]);
  const [offered] = (await first.client.rpc("own_waiting_days")).data ?? [];
  expect(offered.seconds_left).toBeGreaterThan(800);
  expect((await first.client.rpc("decline_offer", { offer: offered.offer })).error).toBeNull();

  // The second lets it pass. Their offer ends with the clock, whether a server runs or not, and the job goes on.
  await smtp.taken(1, second.email);
  await killServer(server);
  await query("update private.slot_offers set expires_at = now() where state = 'open' returning 1 as found");
  server = await start();
  await query("select graphile_worker.add_job('offer-free-times')");
  await smtp.taken(1, third.email);
  const book = ({ id, client }: Member) =>
    client.from("slots").insert({
      user_id: id,
      start_time: freed,
      end_time: new Date(Date.parse(freed) + 30 * 60_000).toISOString(),
    });
  // The restarted server has another address.
  const holder = await signInAt(server, third);
  expect((await book(await signInAt(server, second))).error?.message).toBe("This slot is already booked.");
  expect((await book(holder)).error).toBeNull();
  expect((await holder.client.rpc("own_waiting_days")).data).toEqual([]);
});
