import { afterAll, beforeAll, expect, test } from "vitest";
import { callAuth, putUser, signIn } from "../world/auth-calls.ts";
import { mailsTo, waitForMail } from "../world/mailbox.ts";
import { createAccount, newEmail, PASSWORD } from "../world/people.ts";
import { type RunningServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";
import { waitUntil } from "../world/wait-until.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "on" } });
});
afterAll(() => server.stop());

test("attack: a student moves to a stranger's address and requests the mails again and again", async () => {
  const victim = newEmail("victim");
  const attacker = await createAccount(server);
  const { access_token } = await signIn(server, attacker.email);
  expect((await putUser(server, access_token, { email: victim, current_password: PASSWORD })).status).toBe(
    200,
  );
  // Nine mails of this day have been sent to the victim already, with the one of the change.
  for (let nth = 0; nth < 8; nth += 1) {
    await queryAt(server.databaseUrl, REFILL_MINUTE);
    await callAuth(server, "/resend", { json: { type: "email_change", email: victim } });
  }
  for (let nth = 0; nth < 3; nth += 1) {
    const { status } = await callAuth(server, "/resend", {
      json: { type: "email_change", email: attacker.email },
    });
    expect(status).toBe(200);
    await queryAt(server.databaseUrl, REFILL_MINUTE);
  }
  // A mail requested now is the last one of the attacker.
  await callAuth(server, "/otp", { json: { email: attacker.email } });
  await waitForMail(server, attacker.email, { kind: "magiclink" });
  expect(await mailsTo(server, victim)).toHaveLength(2);
});

test("attack: a student changes to many strangers' addresses in turn: ten mails a day, at either address", async () => {
  const attacker = await createAccount(server);
  const { access_token } = await signIn(server, attacker.email);
  const moveTo = (email: string) => putUser(server, access_token, { email, current_password: PASSWORD });
  for (let nth = 0; nth < 10; nth += 1) expect((await moveTo(newEmail("victim"))).status).toBe(200);
  const spared = newEmail("victim");
  expect((await moveTo(spared)).body.code).toBe("over_email_send_rate_limit");
  // Nothing is counted for an address that gets no mail: its owner may still sign up.
  expect((await callAuth(server, "/signup", { json: { email: spared, password: PASSWORD } })).status).toBe(
    200,
  );
  await waitForMail(server, spared, { kind: "signup" });
  await waitForMail(server, attacker.email, { count: 10 });
  expect(await mailsTo(server, attacker.email)).toHaveLength(10);
});

test("attack: a stranger uses up the mails of an address, so that its owner gets no link for a new password", async () => {
  const { email } = await createAccount(server);
  for (const type of ["email_change", "signup"])
    for (let nth = 0; nth < 6; nth += 1) {
      await callAuth(server, "/resend", { json: { type, email } });
      await queryAt(server.databaseUrl, REFILL_MINUTE);
    }
  expect((await callAuth(server, "/resend", { json: { type: "signup", email } })).status).toBe(429);
  expect((await callAuth(server, "/recover", { json: { email } })).status).toBe(200);
  await waitForMail(server, email, { kind: "recovery" });
});

test("attack: a student books and deletes slots all day: forty mails, and the notice of a cancelled slot", async () => {
  const { id, email } = await createAccount(server, { profile: {} });
  const slots = `
    insert into private.slot_mails (slot_id, user_id, told_start, told_end, is_cancelled)
    select gen_random_uuid(), $1, now() + interval '2 days', now() + interval '2 days 30 minutes', $3
    from generate_series(1, $2) returning slot_id`;
  const remove = (count: number, isCancelled: boolean) =>
    queryAt(
      server.databaseUrl,
      `with slots as (${slots}) select graphile_worker.add_job('send-slot-mail', json_build_object(
         'slotId', slot_id, 'about', 'change', 'messageId', gen_random_uuid())) from slots`,
      [id, count, isCancelled],
    );
  await remove(45, false);
  await waitForMail(server, email, { count: 40 });
  await remove(1, true);
  await waitForMail(server, email, { count: 41 });
  await waitUntil("all jobs", async () => {
    const jobs = await queryAt(
      server.databaseUrl,
      "select from graphile_worker.jobs where task_identifier = 'send-slot-mail'",
    );
    return jobs.length === 0;
  });
  expect(
    (await mailsTo(server, email)).filter(({ subject }) => /cancelled/i.test(subject ?? "")),
  ).toHaveLength(1);
  expect(await mailsTo(server, email)).toHaveLength(41);
});

/** Moves the limit of one mail a minute by a minute, and leaves the daily limits as they are. */
const REFILL_MINUTE =
  "update private.rate_limits set full_at = full_at - interval '60 seconds' where full_at < now() + interval '61 seconds'";
