import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import {
  type CampaignWorld,
  CONCURRENCY,
  createCampaignWorld,
  POLLING,
  startMailServer,
  studentEmail,
} from "../world/campaign-world.ts";
import type { SmtpBehaviour, TestSmtp } from "../world/smtp.ts";

const STUDENTS = 1_000;
const KILLS = 10;
const MAX_MAILS_BETWEEN_KILLS = 80;

let world: CampaignWorld;
beforeAll(async () => {
  world = await createCampaignWorld(STUDENTS);
});
afterAll(() => world.drop());

function killableSender(smtp: TestSmtp, name: string): ChildProcess {
  const script = path.join(import.meta.dirname, "../world/campaign-worker.mjs");
  const child = spawn(process.execPath, [script, world.serviceUrl, smtp.url, world.filesFolder, name], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

const numberOf = (to: string) => Number(/\d+/.exec(to)?.[0]);

/** Returns the behaviour of an unreliable mail server towards each student, by the student's number. */
function unreliable(to: string, attempt: number): SmtpBehaviour {
  const number = numberOf(to);
  if (isRefusedForGood(number)) return number % 100 === 3 ? "unknown recipient" : "unwanted text";
  if (number % 500 === 42) return "later";
  if (attempt > 1) return "take";
  if (number % 20 === 7) return "later";
  if (number % 100 === 11) return "hang up";
  return number % 100 === 19 ? "slow" : "take";
}

const isRefusedForGood = (number: number) => number % 50 === 3;
const isRefused = (number: number) => isRefusedForGood(number) || number % 500 === 42;

test("every one of 1,000 recipients gets the right result from an unreliable mail server and a sender that is killed ten times", async () => {
  const smtp = await startMailServer(unreliable);
  const running = new Map<string, ChildProcess>();
  const start = (name: string) => running.set(`${name}@example.com`, killableSender(smtp, name));
  start("worker0");
  start("worker1");
  const campaign = await world.campaign(STUDENTS);

  const senders = () => new Set(smtp.deliveries.map(({ from }) => from));
  for (let kill = 1; kill <= KILLS; kill++) {
    await smtp.taken(smtp.deliveries.length + 1 + Math.floor(Math.random() * MAX_MAILS_BETWEEN_KILLS));
    const [from, victim] = await vi.waitFor(() => {
      const sending = [...running].filter(([name]) => senders().has(name));
      expect(sending).toHaveLength(1); // of the two that run
      return sending[0] as [string, ChildProcess];
    }, POLLING);
    const exited = once(victim, "exit");
    victim.kill("SIGKILL");
    await exited;
    running.delete(from);
    start(`worker${kill + 1}`);
  }
  await world.untilState(campaign, "done");

  const recipients = await world.recipients(campaign);
  expect(recipients).toHaveLength(STUDENTS);
  expect(recipients.filter(({ state }, number) => state !== (isRefused(number) ? "failed" : "sent"))).toEqual(
    [],
  );

  for (const [number, { state, attempts }] of recipients.entries())
    if (state === "failed") expect(attempts).toBe(isRefusedForGood(number) ? 1 : 5);

  // The mails that the mail server has accepted.
  const taken = new Map<string, string[]>();
  for (const { to, mail } of smtp.deliveries)
    taken.set(to, [...(taken.get(to) ?? []), mail.messageId as string]);
  const sent = recipients.filter(({ state }) => state === "sent");
  expect(new Set(taken.keys())).toEqual(new Set(sent.map(({ email }) => email)));
  for (const { email, id } of sent)
    expect(new Set(taken.get(email))).toEqual(new Set([`<${id}@example.com>`]));
  expect(smtp.deliveries.length - sent.length).toBeLessThanOrEqual(CONCURRENCY * KILLS);
  expect(senders().size).toBe(KILLS + 1);

  const successes = await world.untilLogged("success", sent.length);
  expect(successes.map(({ email }) => email).sort()).toEqual(sent.map(({ email }) => email).sort());
  for (const { subject, timestamp, delete_after = "" } of successes) {
    expect(subject).toBe("Round one");
    expect(Date.parse(delete_after) - Date.parse(timestamp)).toBe(24 * 3_600_000);
  }
  const failures = await world.untilLogged("failures", STUDENTS - sent.length);
  expect(failures).toContainEqual({
    email: studentEmail(3),
    subject: "Round one",
    error: "the mail server refused the message with 550 5.1.1 at RCPT TO",
    timestamp: expect.any(String),
  });
});
